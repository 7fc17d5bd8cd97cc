/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * What the printers share. Each field is a line: place, name, value in hexadecimal, meaning.
 * Made by prmc 1. Do not edit: `ninja regen`.
 */
#ifndef PRM_PRINT_H
#define PRM_PRINT_H

#include <inttypes.h>
#include <stdio.h>

#include "prm_base.h"

/* Called by every field's line: a compiler that puts them there makes printers twice as long. */
#define PRM_COLD __attribute__((cold))

/* The place as the PRM writes it, padded: "0x04 [31:16] " or "0x10..0x1f   ". */
PRM_COLD static inline void prm_print_place(FILE *f, int indent, uint32_t offset, uint32_t width)
{
	uint32_t end = offset + width;
	uint32_t low = 31 - (end - 1) % 32;
	char bits[16];

	if ((end - 1) / 32 - offset / 32 > 1) {
		fprintf(f, "%*s0x%02x..0x%02x   ", indent, "", (unsigned int)offset / 8,
			(unsigned int)(end - 1) / 8);
		return;
	}
	if (width == 1)
		snprintf(bits, sizeof(bits), "[%u]", (unsigned int)low);
	else
		snprintf(bits, sizeof(bits), "[%u:%u]", (unsigned int)(low + width - 1),
			 (unsigned int)low);
	fprintf(f, "%*s0x%02x %-7s ", indent, "", (unsigned int)(offset / 32 * 4), bits);
}

PRM_COLD static inline void prm_print_value(FILE *f, int indent, const char *name, uint32_t offset,
				   uint32_t width, uint64_t value)
{
	prm_print_place(f, indent, offset, width);
	fprintf(f, "%-28s 0x%0*" PRIx64, name, (int)(width + 3) / 4, value);
}

PRM_COLD static inline void prm_print_uint(FILE *f, int indent, const char *name, uint32_t offset,
				  uint32_t width, uint64_t value)
{
	prm_print_value(f, indent, name, offset, width, value);
	fputc('\n', f);
}

PRM_COLD static inline void prm_print_enum(FILE *f, int indent, const char *name, uint32_t offset,
				  uint32_t width, uint64_t value, const char *meaning)
{
	prm_print_value(f, indent, name, offset, width, value);
	fprintf(f, "  %s\n", meaning ? meaning : "?");
}

PRM_COLD static inline void prm_print_flags(FILE *f, int indent, const char *name, uint32_t offset,
				   uint32_t width, uint64_t value,
				   const char *(*flag)(unsigned int bit))
{
	const char *separator = "  ";
	unsigned int bit;

	prm_print_value(f, indent, name, offset, width, value);
	for (bit = 0; bit < width; bit++) {
		const char *text = flag(bit);

		if (!(value >> bit & 1))
			continue;
		if (text)
			fprintf(f, "%s%s", separator, text);
		else
			fprintf(f, "%sbit%u?", separator, bit);
		separator = "|";
	}
	fputc('\n', f);
}

PRM_COLD static inline void prm_print_bytes(FILE *f, int indent, const char *name, const void *p,
				   uint32_t offset, uint32_t width)
{
	uint32_t i;

	prm_print_place(f, indent, offset, width);
	fprintf(f, "%-28s ", name);
	for (i = offset / 8; i < (offset + width) / 8; i++)
		fprintf(f, "%02x", ((const uint8_t *)p)[i]);
	fputc('\n', f);
}

PRM_COLD static inline void prm_print_head(FILE *f, int indent, const char *name, int index,
				  uint32_t offset, uint32_t width)
{
	fprintf(f, "%*s0x%02x..0x%02x   %s", indent, "", (unsigned int)offset / 8,
		(unsigned int)(offset + width - 1) / 8, name);
	if (index >= 0)
		fprintf(f, "[%d]", index);
	fprintf(f, ":\n");
}

/* Reserved and ignored bits are printed only when one is set. */
PRM_COLD static inline void prm_print_reserved(FILE *f, int indent, const void *p, uint32_t offset,
				      uint32_t width)
{
	if (!prm_any_bit(p, offset, width))
		return;
	prm_print_place(f, indent, offset, width);
	fprintf(f, "%-28s 0x%0*" PRIx64 "%s  must be zero\n", "reserved",
		(int)((width > 64 ? 64 : width) + 3) / 4, prm_bits(p, offset, width),
		width > 64 ? "..." : "");
}

PRM_COLD static inline void prm_print_ignored(FILE *f, int indent, const void *p, uint32_t offset,
				     uint32_t width)
{
	if (!prm_any_bit(p, offset, width))
		return;
	prm_print_place(f, indent, offset, width);
	fprintf(f, "%-28s 0x%0*" PRIx64 "%s\n", "ignored",
		(int)((width > 64 ? 64 : width) + 3) / 4, prm_bits(p, offset, width),
		width > 64 ? "..." : "");
}

#endif /* PRM_PRINT_H */
