// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Runs: whole contiguous blocks on both sides of the engine. Their signatures are checked,
 * stripped, inserted and converted while the blocks are copied to their destination, in one pass
 * over the data. For a gather this happens when the payload is delivered. All other bytes pass
 * through sig.c, piece by piece.
 */
#include <string.h>

#include "nic/memory/payload.h"
#include "nic/signature/sig.h"
#include "nic/signature/sig_private.h"

/*
 * Runs of at least this many bytes of data are processed backward. The caches still have the data
 * that the application wrote last, and should have in the end the data that it reads first.
 */
#define SM_LONG_RUN (256u << 10)

/* Blocks of a run that are processed together, at most SM_SIG_BLOCKS. */
struct sm_run_part {
	const struct sm_sig_run *run;
	const struct sm_sig_domain *code;	/* the code to compute, or NULL */
	struct sm_sig_block input, output;	/* the first ones */
	struct sm_blocks blocks;
};

static struct sm_run_part sm_run_part(const struct sm_run_part *all, uint64_t first, uint64_t n)
{
	struct sm_run_part part = *all;

	part.input.index += first;
	part.output.index += first;
	part.blocks.from += first * part.blocks.from_step;
	part.blocks.to += first * part.blocks.to_step;
	part.blocks.n = (unsigned int)n;
	return part;
}

static uint64_t sm_run_tags(const struct sm_sig_block *block)
{
	const struct sm_sig_domain *domain = block->domain;
	const uint32_t step = domain->inc_ref_tag;

	return (uint64_t)domain->app_tag << 32 | (domain->ref_tag + step * (uint32_t)block->index);
}

/*
 * Signatures that the pass over the data can process. Both domains have its code, unless the guard
 * is copied from one to the other.
 */
static struct sm_ends sm_run_ends(const struct sm_run_part *part)
{
	const struct sm_sig_domain *input = part->input.domain, *output = part->output.domain;

	return (struct sm_ends){
		.reads = part->input.checks != 0, .writes = output->is_on,
		.read_tags = sm_run_tags(&part->input), .write_tags = sm_run_tags(&part->output),
		.read_step = input->inc_ref_tag, .write_step = output->inc_ref_tag,
		.copies = part->run->copies,
	};
}

/* Copies the data of blocks, without signatures; gives their registers. */
static void sm_run_copy(const struct sm_run_part *part, uint64_t *regs)
{
	const struct sm_blocks *blocks = &part->blocks;
	struct sm_sig_block block = { .domain = part->code };

	for (unsigned int i = 0; i < blocks->n; i++) {
		const uint8_t *from = blocks->from + i * blocks->from_step;

		if (part->code) {
			sm_sig_block_begin(&block, 0);
			regs[i] = sm_sig_block_pass(&block, from, blocks->len);
		}
		memmove(blocks->to + i * blocks->to_step, from, blocks->len);
	}
}

/* Is there a function that computes the code while it copies? */
static bool sm_run_is_fused(const struct sm_sig_domain *code)
{
	return code && !code->is_checksum &&
	       (code->type == PRM_BFS_T10DIF || code->type == PRM_BFS_CRC32C);
}

/* Like sm_crc32c_blocks(): true if @ends are done, too. NULL: they are not to be done. */
static bool sm_run_copy_fused(const struct sm_run_part *part, uint64_t *regs, struct sm_ends *ends)
{
	return part->code->type == PRM_BFS_T10DIF ?
		sm_crc16_t10dif_blocks(regs, &part->blocks, ends) :
		sm_crc32c_blocks(regs, &part->blocks, ends);
}

/* Signatures that are copied without a check cannot be processed in the pass over the data. */
static bool sm_run_copies_only(const struct sm_ends *ends)
{
	return ends->copies && !ends->reads;
}

static void sm_run_pass(const struct sm_run_part *part)
{
	struct sm_ends ends = sm_run_ends(part);
	uint64_t regs[SM_SIG_BLOCKS];
	bool is_done = false;

	if (sm_run_is_fused(part->code))
		is_done = sm_run_copy_fused(part, regs, sm_run_copies_only(&ends) ? NULL : &ends);
	else
		sm_run_copy(part, regs);
	if (!is_done)
		sm_sig_blocks_end(part->run, &part->input, &part->output, regs, &part->blocks);
	else if (ends.differ & part->input.checks)
		sm_sig_blocks_search(part->run, &part->input, regs, &part->blocks);
}

/* false: it cannot be done, or there is a mismatch, which must still be reported. */
static bool sm_run_pass_backward(struct sm_run_part part)
{
	struct sm_ends ends = sm_run_ends(&part);
	uint64_t regs[SM_SIG_BLOCKS];

	part.blocks.is_backward = true;
	if (sm_run_copies_only(&ends) || !sm_run_copy_fused(&part, regs, &ends))
		return false;
	return !(ends.differ & part.input.checks) ||
	       sm_sig_blocks_match(&part.input, regs, &part.blocks);
}

/* The last block is written last in any case: programs wait for the last byte that they expect. */
static bool sm_run_backward(const struct sm_run_part *all, uint64_t n)
{
	if (n * all->blocks.len < SM_LONG_RUN || !sm_run_is_fused(all->code))
		return false;
	for (uint64_t left = n - 1, now; left; left -= now) {
		now = sm_min(left, SM_SIG_BLOCKS);
		if (!sm_run_pass_backward(sm_run_part(all, left - now, now)))
			return false;
	}
	return sm_run_pass_backward(sm_run_part(all, n - 1, 1));
}

/*
 * Mismatches are reported in the order of the data: if there are any, the blocks are processed
 * forward. Where the destination overlaps the source, each block is completed, with its signature,
 * before the next one.
 */
void sm_sig_run(const struct sm_sig_run *run, uint64_t n, void *to)
{
	const struct sm_sig *sig = run->mkey->sig;
	struct sm_run_part all = {
		.run = run,
		.input = { .domain = run->is_scatter ? &sig->wire : &sig->memory,
			   .index = run->input_index, .checks = run->checks },
		.output = { .domain = run->is_scatter ? &sig->memory : &sig->wire,
			    .index = run->output_index },
		.blocks = { .to = to, .from = run->from, .to_step = run->to_step,
			    .from_step = run->from_step, .len = run->block },
	};
	uint64_t most = SM_SIG_BLOCKS;

	if (run->input_computes || run->output_computes) {
		all.code = run->input_computes ? all.input.domain : all.output.domain;
		all.blocks.seed = all.code->seed;
	}
	if (sm_blocks_overlap(&all.blocks, n))
		most = 1;
	else if (sm_run_backward(&all, n))
		return;
	for (uint64_t done = 0, now; done < n; done += now) {
		struct sm_run_part part;

		now = sm_min(n - done, most);
		part = sm_run_part(&all, done, now);
		sm_run_pass(&part);
	}
}

void sm_sig_run_advance(struct sm_sig_run *run, uint64_t n)
{
	run->from += n * run->from_step;
	run->input_index += n;
	run->output_index += n;
	run->n -= n;
}

static bool sm_run_is_start(const struct sm_sig_block *block)
{
	return !block->domain->is_on || block->left == block->domain->block;
}

bool sm_sig_run_begin(const struct sm_sig_stream *stream, struct sm_sig_run *run)
{
	const struct sm_sig_domain *wire = &stream->sig->wire, *memory = &stream->sig->memory;
	const struct sm_sig_block *input = stream->is_scatter ? &stream->wire_block :
		&stream->memory_block;
	const struct sm_sig_block *output = stream->is_scatter ? &stream->memory_block :
		&stream->wire_block;

	if (stream->wire_unit || stream->memory_unit || stream->wire_sig_len ||
	    !sm_run_is_start(input) || !sm_run_is_start(output) ||
	    (!wire->is_on && !memory->is_on) ||
	    (wire->is_on && memory->is_on && wire->block != memory->block) ||
	    (input->computes && output->computes && !stream->shares))
		return false;
	run->owner = stream->owner;
	run->mkey = stream->mkey;
	run->is_scatter = stream->is_scatter;
	run->input_index = input->index;
	run->output_index = output->index;
	run->input_computes = input->computes;
	run->output_computes = output->computes;
	run->checks = input->checks;
	run->copies = stream->copies;
	run->block = wire->is_on ? wire->block : memory->block;
	run->from_step = run->block + (input->domain->is_on ? input->domain->sig : 0);
	run->to_step = run->block + (output->domain->is_on ? output->domain->sig : 0);
	return true;
}

static void sm_run_skip(struct sm_sig_block *block, uint64_t n)
{
	if (block->domain->is_on)
		sm_sig_block_begin(block, block->index + n);
}

void sm_sig_run_end(struct sm_sig_stream *stream, const struct sm_sig_run *run)
{
	sm_run_skip(&stream->wire_block, run->n);
	sm_run_skip(&stream->memory_block, run->n);
	stream->memory_sig_at = NULL;
}
