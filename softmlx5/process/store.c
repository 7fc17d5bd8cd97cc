// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Decodes the x86-64 store instructions that compilers and C libraries use, and loads of general
 * registers. Any other store is single-stepped (trap.c), which costs more and has the same effect.
 */
#ifdef __x86_64__

#include <cpuid.h>
#include <string.h>
#include <ucontext.h>

#include "process/trap.h"

/* Positions in the frame that the kernel writes for a signal: Intel SDM volume 1, chapter 13. */
#define XSTATE_MAGIC 0x46505853u	/* FP_XSTATE_MAGIC1 of Linux asm/sigcontext.h */
#define XSTATE_MAGIC_AT 464
#define XSTATE_BV_AT 512
#define XSTATE_YMM_AT 576
#define XSTATE_YMM 4u

enum { PREFIX_NONE, PREFIX_66, PREFIX_F3, PREFIX_F2 };

struct decoder {
	const ucontext_t *context;
	const uint8_t *start, *at;	/* never read beyond the instruction */
	unsigned int prefix;		/* PREFIX_*, for vector instructions */
	bool is_16;			/* operand size prefix */
	bool is_64;			/* REX.W, VEX.W */
	bool has_rex;
	bool is_vex, is_256;
	unsigned int reg_high, index_high, base_high;	/* 8 or 0: upper bit of a number */
	unsigned int mod, reg, rm;
	bool is_rip_relative;
	uint64_t addr;			/* of the memory operand */
};

/* Places of the general registers in the context, by their number in an instruction. */
static const int registers[16] = {
	REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
	REG_R8, REG_R9, REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15,
};

static uint64_t general(const struct decoder *d, unsigned int number)
{
	return (uint64_t)d->context->uc_mcontext.gregs[registers[number]];
}

/* Legacy prefixes and REX. False for address size, FS, GS and LOCK, which the decoder refuses. */
static bool prefixes(struct decoder *d)
{
	for (;; d->at++) {
		switch (*d->at) {
		case 0x66:
			d->is_16 = true;
			d->prefix = d->prefix == PREFIX_NONE ? PREFIX_66 : d->prefix;
			continue;
		case 0xf3:
			d->prefix = PREFIX_F3;
			continue;
		case 0xf2:
			d->prefix = PREFIX_F2;
			continue;
		case 0x2e: case 0x36: case 0x3e: case 0x26:	/* segments that have no effect */
			continue;
		case 0x67: case 0x64: case 0x65: case 0xf0:
			return false;
		}
		break;
	}
	if ((*d->at & 0xf0) == 0x40) {
		d->has_rex = true;
		d->is_64 = *d->at & 8;
		d->reg_high = *d->at & 4 ? 8 : 0;
		d->index_high = *d->at & 2 ? 8 : 0;
		d->base_high = *d->at & 1 ? 8 : 0;
		d->at++;
	}
	return true;
}

/*
 * VEX prefix of two or three bytes, only for opcodes 0F xx. It has the bits of register numbers
 * inverted.
 */
static bool vex(struct decoder *d)
{
	static const unsigned int prefix[] = { PREFIX_NONE, PREFIX_66, PREFIX_F3, PREFIX_F2 };
	bool is_long = *d->at++ == 0xc4;
	uint8_t last;

	d->is_vex = true;
	d->reg_high = *d->at & 0x80 ? 0 : 8;
	if (is_long) {
		d->index_high = *d->at & 0x40 ? 0 : 8;
		d->base_high = *d->at & 0x20 ? 0 : 8;
		if ((*d->at++ & 0x1f) != 1)
			return false;
	}
	last = *d->at++;
	d->is_64 = is_long && (last & 0x80);
	d->is_256 = last & 4;
	d->prefix = prefix[last & 3];
	return (last & 0x78) == 0x78;	/* no second source */
}

static int64_t displacement(struct decoder *d, unsigned int size)
{
	int32_t wide;

	d->at += size;
	if (size == 1)
		return (int8_t)d->at[-1];
	memcpy(&wide, d->at - 4, 4);
	return wide;
}

/* ModRM, SIB and displacement. false if the operand is a register. */
static bool memory_operand(struct decoder *d)
{
	unsigned int base, index, scale;

	d->mod = *d->at >> 6;
	d->reg = (*d->at >> 3 & 7) | d->reg_high;
	d->rm = *d->at++ & 7;
	d->addr = 0;
	if (d->mod == 3)
		return false;
	base = d->rm;
	if (d->rm == 4) {
		scale = *d->at >> 6;
		index = (*d->at >> 3 & 7) | d->index_high;
		base = *d->at++ & 7;
		if (index != 4)
			d->addr = general(d, index) << scale;
	}
	if (d->mod == 0 && base == 5) {
		d->is_rip_relative = d->rm == 5;
		d->addr += (uint64_t)displacement(d, 4);
		return true;
	}
	d->addr += general(d, base | d->base_high);
	if (d->mod)
		d->addr += (uint64_t)displacement(d, d->mod == 1 ? 1 : 4);
	return true;
}

static bool store_general(struct decoder *d, struct sm_store *store, unsigned int size)
{
	uint64_t value;

	if (!memory_operand(d) || (size == 1 && !d->has_rex && d->reg >= 4))	/* AH and others */
		return false;
	value = general(d, d->reg);
	memcpy(store->value, &value, size);
	store->size = size;
	return true;
}

static bool store_immediate(struct decoder *d, struct sm_store *store, unsigned int size)
{
	unsigned int len = size == 8 ? 4 : size;
	int64_t value = 0;

	if (!memory_operand(d) || (d->reg & 7))
		return false;
	memcpy(&value, d->at, len);
	if (size == 8)
		value = (int32_t)value;
	d->at += len;
	memcpy(store->value, &value, size);
	store->size = size;
	return true;
}

/* The value of a vector register, from the frame. */
static bool vector(const struct decoder *d, uint8_t value[32])
{
	const uint8_t *frame = (const uint8_t *)d->context->uc_mcontext.fpregs;
	uint32_t magic;
	uint64_t parts;

	if (!frame)
		return false;
	memcpy(value, &d->context->uc_mcontext.fpregs->_xmm[d->reg], 16);
	memset(value + 16, 0, 16);
	if (!d->is_256)
		return true;
	memcpy(&magic, frame + XSTATE_MAGIC_AT, sizeof(magic));
	if (magic != XSTATE_MAGIC)
		return false;
	memcpy(&parts, frame + XSTATE_BV_AT, sizeof(parts));
	if (parts & XSTATE_YMM)		/* the others are all zero */
		memcpy(value + 16, frame + XSTATE_YMM_AT + 16 * d->reg, 16);
	return true;
}

/* @first: byte of the register at which the stored bytes start. */
static bool store_vector(struct decoder *d, struct sm_store *store, unsigned int size,
			 unsigned int first)
{
	uint8_t value[32];

	if (!memory_operand(d) || !vector(d, value))
		return false;
	memcpy(store->value, value + first, size);
	store->size = size;
	return true;
}

/* Opcodes 0F xx. */
static bool decode_0f(struct decoder *d, struct sm_store *store)
{
	unsigned int whole = d->is_256 ? 32 : 16;
	bool is_packed = d->prefix == PREFIX_NONE || d->prefix == PREFIX_66;

	switch (*d->at++) {
	case 0xc3:	/* movnti */
		return !d->is_vex && d->prefix == PREFIX_NONE &&
		       store_general(d, store, d->is_64 ? 8 : 4);
	case 0x11:	/* movups, movupd, movss, movsd */
		return store_vector(d, store,
				    is_packed		   ? whole :
				    d->prefix == PREFIX_F3 ? 4 :
							     8,
				    0);
	case 0x29:	/* movaps, movapd */
	case 0x2b:	/* movntps, movntpd */
		return is_packed && store_vector(d, store, whole, 0);
	case 0x13:	/* movlps, movlpd */
		return is_packed && !d->is_256 && store_vector(d, store, 8, 0);
	case 0x17:	/* movhps, movhpd */
		return is_packed && !d->is_256 && store_vector(d, store, 8, 8);
	case 0xe7:	/* movntdq */
		return d->prefix == PREFIX_66 && store_vector(d, store, whole, 0);
	case 0x7f:	/* movdqa, movdqu */
		return (d->prefix == PREFIX_66 || d->prefix == PREFIX_F3) &&
		       store_vector(d, store, whole, 0);
	case 0x7e:	/* movd, movq */
		return d->prefix == PREFIX_66 && !d->is_256 &&
		       store_vector(d, store, d->is_64 ? 8 : 4, 0);
	case 0xd6:	/* movq */
		return d->prefix == PREFIX_66 && !d->is_256 && store_vector(d, store, 8, 0);
	}
	return false;
}

static bool decode(struct decoder *d, struct sm_store *store)
{
	unsigned int size;

	if (!prefixes(d))
		return false;
	if (*d->at == 0xc4 || *d->at == 0xc5)
		return !d->has_rex && d->prefix == PREFIX_NONE && vex(d) && decode_0f(d, store);
	size = d->is_64 ? 8 : d->is_16 ? 2 : 4;
	switch (*d->at++) {
	case 0x0f:
		return decode_0f(d, store);
	case 0x88:
		return store_general(d, store, 1);
	case 0x89:
		return store_general(d, store, size);
	case 0xc6:
		return store_immediate(d, store, 1);
	case 0xc7:
		return store_immediate(d, store, size);
	}
	return false;
}

bool sm_store_decode(const void *context, struct sm_store *store)
{
	struct decoder d = { .context = context };

	d.start = d.at = (const uint8_t *)(uintptr_t)d.context->uc_mcontext.gregs[REG_RIP];
	if (!decode(&d, store))
		return false;
	store->len = (unsigned int)(d.at - d.start);
	store->addr = d.addr + (d.is_rip_relative ? (uintptr_t)d.at : 0);
	return true;
}

static bool load_general(struct decoder *d, struct sm_load *load, unsigned int size,
			 unsigned int width)
{
	if (!memory_operand(d) || (width == 1 && !d->has_rex && d->reg >= 4))	/* AH and others */
		return false;
	load->size = size;
	load->width = width;
	load->reg = d->reg;
	return true;
}

static bool decode_load(struct decoder *d, struct sm_load *load)
{
	unsigned int size;

	if (!prefixes(d))
		return false;
	size = d->is_64 ? 8 : d->is_16 ? 2 : 4;
	switch (*d->at++) {
	case 0x8a:	/* mov */
		return load_general(d, load, 1, 1);
	case 0x8b:
		return load_general(d, load, size, size);
	case 0x63:	/* movsxd */
		load->is_signed = true;
		return d->is_64 && load_general(d, load, 4, size);
	case 0x0f:
		break;
	default:
		return false;
	}
	switch (*d->at++) {
	case 0xbe:	/* movsx, and movzx */
		load->is_signed = true;
		/* fallthrough */
	case 0xb6:
		return load_general(d, load, 1, size);
	case 0xbf:
		load->is_signed = true;
		/* fallthrough */
	case 0xb7:
		return load_general(d, load, 2, size);
	}
	return false;
}

bool sm_load_decode(const void *context, struct sm_load *load)
{
	struct decoder d = { .context = context };

	memset(load, 0, sizeof(*load));
	d.start = d.at = (const uint8_t *)(uintptr_t)d.context->uc_mcontext.gregs[REG_RIP];
	if (!decode_load(&d, load))
		return false;
	load->len = (unsigned int)(d.at - d.start);
	load->addr = d.addr + (d.is_rip_relative ? (uintptr_t)d.at : 0);
	return true;
}

/* A register of 32 bits clears the upper half; smaller ones leave the rest unchanged. */
void sm_load_finish(void *context, const struct sm_load *load, uint64_t value)
{
	ucontext_t *thread = context;
	greg_t *reg = &thread->uc_mcontext.gregs[registers[load->reg]];
	const unsigned int unused = 64 - 8 * load->size;

	value = load->is_signed ? (uint64_t)((int64_t)(value << unused) >> unused) :
				  value << unused >> unused;
	if (load->width == 4)
		*reg = (greg_t)(uint32_t)value;
	else
		memcpy(reg, &value, load->width);
	thread->uc_mcontext.gregs[REG_RIP] += load->len;
}

#else

/* Without traps there is nothing to decode. */
extern int sm_store_unused;

#endif
