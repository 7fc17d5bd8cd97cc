// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * Runs: whole blocks, one behind the other on both sides of the engine. Their signatures are
 * checked, stripped, inserted and converted while the blocks are copied to where they go, in one
 * pass over the data. Going out, this happens when the payload arrives; what is no run passes
 * through sig.c, piece by piece.
 */
#include <string.h>

#include "sig_private.h"

/*
 * Copies the data of blocks; gives the registers behind them, if anybody needs them. true: @ends
 * are done, too. NULL: they are not to be done.
 */
static bool sm_run_copy(const struct sm_sig_domain *code, uint64_t *regs,
			const struct sm_blocks *blocks, struct sm_ends *ends)
{
	const bool is_fused = code && !code->is_checksum;
	struct sm_sig_block block = { .domain = code };

	if (is_fused && code->type == PRM_BFS_T10DIF)
		return sm_crc16_t10dif_blocks(regs, blocks, ends);
	if (is_fused && code->type == PRM_BFS_CRC32C)
		return sm_crc32c_blocks(regs, blocks, ends);
	for (unsigned int i = 0; i < blocks->n; i++) {
		const uint8_t *from = blocks->from + i * blocks->from_step;

		if (code) {
			sm_sig_block_begin(&block, 0);
			regs[i] = sm_sig_block_pass(&block, from, blocks->len);
		}
		memmove(blocks->to + i * blocks->to_step, from, blocks->len);
	}
	return false;
}

static uint64_t sm_run_tags(const struct sm_sig_block *block)
{
	const struct sm_sig_domain *domain = block->domain;
	const uint32_t step = domain->inc_ref_tag;

	return (uint64_t)domain->app_tag << 32 | (domain->ref_tag + step * (uint32_t)block->index);
}

/*
 * What the pass over the data may do with signatures. Both domains have its code, unless the guard
 * is copied from one to the other.
 */
static struct sm_ends sm_run_ends(const struct sm_sig_run *run, const struct sm_sig_block *input,
				  const struct sm_sig_block *output)
{
	return (struct sm_ends){
		.reads = input->checks != 0, .writes = output->domain->is_on,
		.read_tags = sm_run_tags(input), .write_tags = sm_run_tags(output),
		.read_step = input->domain->inc_ref_tag, .write_step = output->domain->inc_ref_tag,
		.copies = run->copies,
	};
}

void sm_sig_run(const struct sm_sig_run *run, uint64_t n, void *to)
{
	const struct sm_sig *sig = run->mkey->sig;
	struct sm_sig_block input = {
		.domain = run->is_scatter ? &sig->wire : &sig->memory, .index = run->input_index,
		.checks = run->checks,
	};
	struct sm_sig_block output = {
		.domain = run->is_scatter ? &sig->memory : &sig->wire, .index = run->output_index,
	};
	const struct sm_sig_domain *code = run->input_computes ? input.domain :
		run->output_computes ? output.domain : NULL;
	struct sm_blocks blocks = {
		.to = to, .from = run->from, .to_step = run->to_step, .from_step = run->from_step,
		.len = run->block, .seed = code ? code->seed : 0,
	};
	uint64_t regs[SM_SIG_BLOCKS];
	struct sm_ends ends;

	for (uint64_t left = n; left; left -= blocks.n) {
		blocks.n = (unsigned int)sm_min(left, SM_SIG_BLOCKS);
		ends = sm_run_ends(run, &input, &output);
		if (!sm_run_copy(code, regs, &blocks, ends.copies && !ends.reads ? NULL : &ends))
			sm_sig_blocks_end(run, &input, &output, regs, &blocks);
		else if (ends.differ & input.checks)
			sm_sig_blocks_search(run, &input, regs, &blocks);
		input.index += blocks.n;
		output.index += blocks.n;
		blocks.from += blocks.n * blocks.from_step;
		blocks.to += blocks.n * blocks.to_step;
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
