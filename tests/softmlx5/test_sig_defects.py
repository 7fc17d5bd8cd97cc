# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Defects that are built into the signature engine on purpose: its tests notice each."""

from __future__ import annotations

import os
import shutil
import sys
from typing import Callable, Dict, List

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "sig")]

import precompiled  # noqa: E402
import sigbuild  # noqa: E402
import sigcases  # noqa: E402
import test_crc  # noqa: E402
import test_crypto  # noqa: E402
import test_sig  # noqa: E402

# What is wrong, file, text, what stands there instead, and the test that notices.
DEFECTS = [
    # Codes.
    ("T10-DIF is CRC-32C's lower half", "crc.c", "reg = crc16_t10dif(seed, data, len);",
     "reg = (uint16_t)sm_crc32c(seed, data, len);", "random"),
    ("CRC32 is zlib's", "crc.c", "reg = ~crc32_ieee(~seed, data, len);",
     "reg = ~crc32_gzip_refl(~seed, data, len);", "random"),
    ("CRC32 has another seed", "crc.c", "~crc32_ieee(~seed", "~crc32_ieee(seed", "random"),
    ("CRC64 is that of Jones", "crc.c", "0x9a6c9329ac4bc9b5", "0x95ac9329ac4bc9b5", "random"),
    ("CRC64 mixes up two tables", "crc.c", "^ reg, sm_xp10 + 8)", "^ reg, sm_xp10 + 7)", "random"),
    ("the checksum loses carries", "crc.c", "sum = (sum & 0xffff) + (sum >> 16);",
     "sum = sum & 0xffff;", "random"),
    ("the checksum forgets odd pieces", "crc.c", "if (is_odd && len)", "if (0 && is_odd)",
     "random"),
    ("the checksum swaps bytes", "crc.c", "sum = be16toh(sm_fold(sum));", "sum = sm_fold(sum);",
     "random"),
    # One block.
    ("CRC32 stands least significant byte first", "sig_block.c", "htobe32(~(uint32_t)block->reg)",
     "htole32(~(uint32_t)block->reg)", "random"),
    ("CRC32C stands most significant byte first", "sig_block.c", "htole32(~(uint32_t)block->reg)",
     "htobe32(~(uint32_t)block->reg)", "random"),
    ("CRC64 stands most significant byte first", "sig_block.c", "htole64(~block->reg)",
     "htobe64(~block->reg)",
     "random"),
    ("T10-DIF stands least significant byte first", "sig_block.c",
     "return htobe64((uint64_t)guard << 48",
     "return htole64((uint64_t)guard << 48", "random"),
    ("the guard is turned round", "sig_block.c", "(uint64_t)guard << 48",
     "(uint64_t)htobe16(guard) << 48", "random"),
    ("the checksum is not inverted", "sig_block.c", "is_checksum ? ~block->reg : block->reg",
     "is_checksum ? block->reg : block->reg", "random"),
    ("a CRC is not inverted", "sig_block.c", "htobe32(~(uint32_t)block->reg)",
     "htobe32((uint32_t)block->reg)",
     "random"),
    ("the reference tag always grows", "sig_block.c",
     "domain->inc_ref_tag ? (uint32_t)block->index : 0",
     "(uint32_t)block->index", "random"),
    ("the reference tag never grows", "sig_block.c",
     "domain->inc_ref_tag ? (uint32_t)block->index : 0", "0",
     "random"),
    ("the mask is reversed", "sig_block.c", "PRM_SIG_BYTE_MASK_BYTE_0 >> i",
     "PRM_SIG_BYTE_MASK_BYTE_7 << i",
     "random"),
    ("the mask is ignored", "sig_block.c", "if (byte_mask & (PRM_SIG_BYTE_MASK_BYTE_0 >> i))",
     "if (byte_mask)",
     "random"),
    ("escapes are ignored", "sig_block.c", "if (!differ || sm_is_escaped(domain, found))",
     "if (!differ)", "random"),
    ("the second escape is the first", "sig_block.c", "(image & app_ref) == app_ref",
     "(image & app) == app", "random"),
    ("the first escape is the second", "sig_block.c", "(image & app) == app)",
     "(image & app_ref) == app_ref)", "random"),
    ("the mask of the application tag is ignored", "sig_block.c", "domain->app_mask, 0xffffffff);",
     "0xffff, 0xffffffff);", "random"),
    ("the reference tag goes before the application tag", "sig_block.c",
     "if (differ & sm_t10dif_image(0, 0xffff, 0))",
     "if (!(differ & sm_t10dif_image(0, 0, 0xffffffff)))", "random"),
    ("the guard is told last", "sig_block.c", "(differ & sm_t10dif_image(0xffff, 0, 0)))",
     "!(differ & sm_t10dif_image(0, 0xffff, 0xffffffff)))", "random"),
    ("the offset counts data only", "sig_block.c",
     "return block->index * (block->domain->block + block->domain->sig);",
     "return block->index * block->domain->block;", "random"),
    ("expected and actual are swapped", "sig_block.c",
     "sm_sig_halves(domain, found, &error->expected_trans_sig",
     "sm_sig_halves(domain, computed, &error->expected_trans_sig", "random"),
    ("the number of CRC32C is turned round", "sig_block.c", "number = le64toh(image) << 32;",
     "number = be64toh(image);", "random"),
    ("the halves of CRC64 are swapped", "sig_block.c", "\t\tnumber = le64toh(image);\n",
     "\t\tnumber = be64toh(image);\n", "random"),
    ("a partial block has a signature's place", "sig_block.c", "raw / domain->block * domain->sig",
     "(raw + domain->block - 1) / domain->block * domain->sig", "random"),
    # From memory to wire and back.
    ("the domain of an error is the other one", "sig.c", "block->domain == &mkey->sig->wire ?",
     "block->domain != &mkey->sig->wire ?", "random"),
    ("the key of an error has no tag", "sig.c", ".mkey_7_0 = mkey->ctx.mkey_7_0,", "", "random"),
    ("memory is not checked", "sig.c",
     "\tsm_sig_check(stream, &stream->memory_block, stream->memory_sig);\n", "", "random"),
    ("the wire is not checked", "sig.c",
     "\t\tsm_sig_check(stream, &stream->wire_block, stream->wire_sig);\n", "", "random"),
    ("nothing is copied", "sig_open.c",
     "sig->same_structure ? sm_sig_mask(out, sig->copy_mask) : 0", "0", "random"),
    ("everything is copied", "sig_open.c", "sm_sig_mask(out, sig->copy_mask)",
     "sm_sig_mask(out, 0xff)", "random"),
    ("the block of memory does not advance", "sig.c",
     "sm_sig_block_begin(&stream->memory_block, stream->memory_block.index + 1);",
     "sm_sig_block_begin(&stream->memory_block, stream->memory_block.index);", "random"),
    ("the block of memory does not advance coming in", "sig.c",
     "sm_sig_block_begin(block, block->index + 1);",
     "sm_sig_block_begin(block, block->index);", "random"),
    ("registers are shared too often", "sig_open.c", "\t\tin->seed == out->seed;", "\t\t1;",
     "random"),
    ("sums and CRCs share a register", "sig_open.c", "\t\tin->is_checksum == out->is_checksum &&",
     "\t\t", "conversions"),
    ("blocks of two sizes share a register", "sig_open.c", " && in->block == out->block &&", " &&",
     "random"),
    ("the register of a copied tag is not made", "sig_open.c",
     "(sm_sig_mask(out, guard) & ~stream->copies) != 0;", "!stream->copies;", "random"),
    ("data in front are forgotten", "sig_open.c",
     "fault = sm_sig_read_back(stream, &stream->wire_block);",
     "fault = SM_OK;", "random"),
    ("data in front are forgotten in memory", "sig_open.c",
     "fault = sm_sig_read_back(stream, &stream->memory_block);",
     "fault = SM_OK;", "random"),
    ("a torn signature is taken as whole", "sig_open.c",
     "stream->is_torn = stream->is_scatter && stream->wire_sig_at;",
     "stream->is_torn = false;", "torn"),
    ("entries of a list tear signatures", "stream.c", "last->addr + last->len == sge->addr;",
     "false;", "torn"),
    ("a signature starts anew in its middle", "sig.c", "\tstream->wire_sig_at = at;\n",
     "\t(void)at;\n", "torn"),
    ("the size of the data is ignored", "sig_open.c", "return raw > sig->raw_data_size ||",
     "return", "random"),
    ("the length of the key is ignored", "sig_open.c", "(!ctx->length64 && end > ctx->len)", "0",
     "random"),
    ("addresses start at 0", "sig_open.c", "offset = addr - mkey->ctx.start_addr, most",
     "offset = addr, most", "random"),
    ("the piece of the last packet is used again", "sig.c",
     "\tstream->piece.iov_len = 0;	/* indirect keys may have changed */\n",
     "\tstream->piece.iov_len += stream->has_begun;\n", "random"),
    ("far addresses overflow", "sig_open.c", "most = UINT64_MAX / 4;", "most = UINT64_MAX;", "far"),
    # Runs of blocks.
    ("a run is not checked", "sig_block.c", "if (input->checks && (sm_sig_blocks_differ(",
     "if (0 && (sm_sig_blocks_differ(",
     "random"),
    ("a run is not checked in one pass", "sig_run.c", "else if (ends.differ & part->input.checks)",
     "else if (0)", "long"),
    ("only the first mismatch of a run is told", "sig_block.c", "&block, &error)) < blocks->n)",
     "&block, &error)) < blocks->n * !i)", "long"),
    ("the last block of a run is not checked", "sig_block.c",
     "if (!sm_sig_block_check(block, sm_sig_load(",
     "if (i + 1 < blocks->n && !sm_sig_block_check(block, sm_sig_load(", "random"),
    ("the blocks of a run are few for the input", "sig_run.c", "\tpart.input.index += first;\n", "",
     "long"),
    ("the blocks of a run are few for the output", "sig_run.c", "\tpart.output.index += first;\n",
     "", "long"),
    ("a pass that reads no signatures copies them", "sig_run.c",
     "sm_run_copies_only(&ends) ? NULL : &ends", "&ends",
     "long"),
    ("a pass copies no signatures", "sig_run.c", "\t\t.copies = part->run->copies,\n", "", "long"),
    ("a pass copies all of each signature", "crc_copy.c",
     "_mm_cvtsi64_si128((long long)ends->copies)",
     "_mm_set1_epi64x(-1)", "long"),
    ("the pass starts with the tags of the first block", "sig_run.c",
     "(domain->ref_tag + step * (uint32_t)block->index)", "domain->ref_tag", "long"),
    ("the pass writes the same tags for all blocks", "crc_copy.c",
     "\ttags->next = _mm_add_epi32(tags->next, tags->step);\n", "", "long"),
    ("the reference tag of a pass carries", "crc_copy.c", "_mm_add_epi32(tags->next",
     "_mm_add_epi64(tags->next", "long"),
    ("the pass sees the last block only", "crc_copy.c", "differ = _mm_or_si128(differ,\n",
     "differ = _mm_or_si128(_mm_setzero_si128(),\n", "long"),
    ("the pass sees the last block of CRC32C only", "crc_copy.c", "differ |= found ^ image;",
     "differ = found ^ image;",
     "long"),
    ("a mismatch is lost backward", "sig_run.c", "return !(ends.differ & part.input.checks) ||",
     "return true ||", "backward"),
    ("backward only the first block is an escape or not", "sig_block.c",
     "&block, &error) == blocks->n;", "&block, &error) != 0;", "backward"),
    ("the last block is not passed", "sig_run.c", "return sm_run_pass_backward(sm_run_part(all, n - 1, 1));",
     "return true;", "backward"),
    ("a part is passed at the end of the one before", "sig_run.c", "sm_run_part(all, left - now, now)",
     "sm_run_part(all, left, now)", "backward"),
    ("tags grow backward", "crc_copy.c", "blocks->is_backward ? -step : step", "step", "backward"),
    ("tags start with the first block backward", "crc_copy.c",
     "blocks->is_backward ? step * (blocks->n - 1) : 0", "0", "backward"),
    ("a run copies no signature", "sig_run.c", "run->copies = stream->copies;", "run->copies = 0;",
     "random"),
    ("the blocks of a run are not counted", "sig_run.c", "block->index + n);", "block->index + 1);",
     "random"),
    ("a run starts at the first block", "sig_run.c", ".index = run->input_index,", ".index = 0,",
     "random"),
    ("a run starts without seed", "sig_run.c", "\t\tall.blocks.seed = all.code->seed;\n", "",
     "random"),
    ("a run takes a sum for a CRC", "sig_run.c", "return code && !code->is_checksum &&", "return code &&",
     "random"),
    ("blocks of two sizes are a run", "sig_run.c",
     "(wire->is_on && memory->is_on && wire->block != memory->block) ||", "", "random"),
    ("two codes are one in a run", "sig_run.c",
     "(input->computes && output->computes && !stream->shares))", "0)", "random"),
    ("a run starts inside of a block", "sig_run.c",
     "!sm_run_is_start(input) || !sm_run_is_start(output) ||", "",
     "random"),
    ("a lane is added twice", "crc_copy.c", "sum[v % 2] = sm_fold_add(sum[v % 2],",
     "sum[v % 2] = sm_fold_add(sum[0],",
     "random"),
    ("chunks in front are forgotten", "crc_copy.c", "left, wide->chunk)",
     "_mm512_setzero_si512(), wide->chunk)", "random"),
    ("the seed is lost in the pass", "crc_copy.c", "\t\tif (!v)\n", "\t\tif (0)\n", "random"),
    # Encryption.
    ("the tweak does not grow", "sig.c", "uint64_t carry = unit->index++;",
     "uint64_t carry = unit->index;", "cipher"),
    ("the tweak starts at the request", "sig_open.c", "unit->index = start / sig->crypto_block;",
     "unit->index = 0;",
     "cipher"),
    ("the tweak does not carry", "sig.c", "\t\tcarry >>= 8;\n",
     "\t\tcarry = i ? 0 : carry >> 8;\n", "cipher"),
    ("encryption is decryption", "sig_open.c", "encrypts_out != stream->is_scatter",
     "encrypts_out == stream->is_scatter",
     "cipher"),
    ("the cipher is on the wrong side", "sig_open.c",
     "order == PRM_ENCRYPTION_ORDER_ENCRYPTED_RAW_MEMORY;",
     "order == PRM_ENCRYPTION_ORDER_ENCRYPTED_RAW_WIRE;", "cipher"),
    ("the last unit stays in the device", "sig.c",
     "if (!fault && stream->wire == stream->wire_end &&", "if (0 &&", "cipher"),
    ("half cipher blocks are taken", "sig_open.c", "(end - start) % 16 || last < 16", "last < 16",
     "cipher"),
    ("a request starts within a unit", "sig_open.c", "if (start % sig->crypto_block)", "if (0)",
     "cipher"),
    ("a request starts within a block", "sig_open.c",
     "\tif (stream->wire_sig_len || sm_sig_is_inside(&stream->wire_block) ||\n",
     "\tif (stream->wire_sig_len ||\n", "block"),
    ("a request starts within a block of memory", "sig_open.c",
     "\t    sm_sig_is_inside(&stream->memory_block))",
     "\t    0)", "block"),
    ("the tweak is never turned round", "sig_bsf.c", "from[is_big ? 15 - i : i]", "from[i]",
     "cipher"),
    ("all keys are of 128 bits", "crypto.c", "dek->key_len == 32 ?", "dek->key_len ?", "vectors"),
    # What a BSF says.
    ("seed 0 is ones", "sig_bsf.c", "from->seed == PRM_BFS_SEED_ZERO ?",
     "from->seed != PRM_BFS_SEED_ZERO ?", "random"),
    ("the seed of T10-DIF has the sense of a CRC's", "sig_bsf.c",
     "dif->seed == PRM_T10DIF_SEED_ONES ?",
     "dif->seed != PRM_T10DIF_SEED_ONES ?", "random"),
    ("sbs takes the block of the wire", "sig_bsf.c",
     "basic->sbs ? basic->memory_block : basic->wire_block",
     "basic->wire_block", "random"),
    ("the PSVs are swapped", "sig_bsf.c", "\t\t.psv = basic->memory_psv,",
     "\t\t.psv = basic->wire_psv,", "random"),
    ("the inline sections are swapped", "sig_bsf.c",
     ".dif = has_inline ? &from->memory_inline : NULL",
     ".dif = has_inline ? &from->wire_inline : NULL", "random"),
    ("a PSV of another PD is taken", "sig_bsf.c", "return psv && psv->pd->obj.id == bsf->pd;",
     "return psv;", "refused"),
    ("a DEK of another PD is taken", "sig_bsf.c", "if (!dek || dek->pd->obj.id != bsf->pd)",
     "if (!dek)", "refused"),
    ("the key tag is not compared", "sig_bsf.c", "if (dek->has_keytag && memcmp", "if (0 && memcmp",
     "refused"),
    ("sig_crc32c is not asked", "sig_bsf.c", "if (!prm_cmd_hca_cap_get_sig_crc32c(cap))",
     "if (!cap)", "refused"),
    ("a transaction signature is ignored", "sig_bsf.c",
     "if (!why && sm_is_transaction(&image.extended))",
     "if (0 && sm_is_transaction(&image.extended))", "transaction"),
    ("a transaction always begins", "sig_transaction.c", "transaction->begins && !stream->wire",
     "!stream->wire",
     "transaction"),
    ("a transaction never begins", "sig_transaction.c", "transaction->begins && !stream->wire", "0",
     "transaction"),
    ("the CRC of a transaction is turned round", "sig_transaction.c", "htole32(~reg)",
     "htobe32(~reg)",
     "transaction"),
    ("the PSV is not written", "sig_transaction.c", "\tsm_psv_set_register(psv, reg);\n",
     "\t(void)sm_psv_set_register;\n", "transaction"),
    ("selector 5 has a size", "sig_bsf.c", "\tcase PRM_BLOCK_SIZE_SELECTOR_SIZE_512:\n",
     "\tcase PRM_BLOCK_SIZE_SELECTOR_SIZE_512:\n\tcase PRM_BLOCK_SIZE_SELECTOR_SELECTOR_5:\n",
     "refused"),
]
FLAGS = ("-O0", "-g0", "-w")  # what is compiled once for each defect


class Base:
    """Objects without a defect, those of the build, and cases with their answers; made once."""

    def __init__(self, folder: str) -> None:
        self.folder = folder
        self.headers = precompiled.of_sources(
            folder, [sigbuild.source(row[1]) for row in DEFECTS], [sigbuild.CC, *sigbuild.FLAGS,
                                                                   *FLAGS])
        self.objects = sigbuild.objects() + sigbuild.compile_objects(
            folder, [os.path.join(sigbuild.HERE, "harness.c")], *FLAGS)
        self.random = [sigcases.case(seed, False) for seed in range(600)]
        self.conversions, self.torn = sigcases.conversions(), sigcases.torn()
        self.long_runs, self.backward_runs = sigcases.long_runs(), sigcases.backward_runs()[:24]
        self.cipher = [sigcases.case(seed, True) for seed in range(100000, 100150)]

    def compare_random(self, program: str) -> None:
        """Few cases first, since most defects need no more."""
        for part in (self.random[:50], self.random[50:]):
            test_sig.compare(program, part)

    def program(self, name: str, before: str, after: str) -> str:
        """The harness with one text replaced."""
        with open(sigbuild.source(name), encoding="utf-8") as stream:
            text = stream.read()
        assert text.count(before) == 1, f"{name}: {before!r} stands there {text.count(before)} times"
        folder = os.path.join(self.folder, "defect")
        shutil.rmtree(folder, ignore_errors=True)
        os.mkdir(folder)
        path = os.path.join(folder, name)
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text.replace(before, after))
        other = [path for path in self.objects if os.path.basename(path) != name[:-2] + ".o"]
        return sigbuild.link(os.path.join(folder, "harness"),
                             other + sigbuild.compile_objects(
                                 folder, [path], *FLAGS, *self.headers[sigbuild.source(name)]))


def refused(program: str) -> None:
    """All of what is to be refused."""
    for row in test_sig.REFUSED:
        test_sig.test_refused(program, *row)


def block(program: str) -> None:
    """Of encryption and signatures."""
    for key in test_sig.UNALIGNED:
        test_sig.test_encryption_starts_with_a_block(program, key)


def transactions(program: str) -> None:
    """Of one key and of several."""
    test_sig.test_transaction(program, True, "100")
    test_sig.test_transaction_of_several_keys(program)


def vectors(program: str) -> None:
    """Of AES-XTS."""
    for row in test_crypto.VECTORS:
        test_crypto.test_vectors(program, *row[1:])


@pytest.fixture(scope="module", name="base")
def _base(tmp_path_factory) -> Base:
    return Base(str(tmp_path_factory.mktemp("defects")))


def checks(base: Base) -> Dict[str, Callable[[str], object]]:
    """The tests by name."""
    return {"random": base.compare_random,
            "cipher": lambda program: test_sig.compare(program, base.cipher),
            "conversions": lambda program: test_sig.compare(program, base.conversions),
            "long": lambda program: test_sig.compare(program, base.long_runs),
            "backward": lambda program: test_sig.compare(program, base.backward_runs),
            "transaction": transactions,
            "torn": lambda program: test_sig.compare(program, base.torn), "block": block,
            "refused": refused, "vectors": vectors, "far": test_sig.test_far_away}


def test_none(base: Base) -> None:
    """Without a defect the tests pass."""
    program = sigbuild.link(os.path.join(base.folder, "harness"), base.objects)
    for check in checks(base).values():
        check(program)
    assert test_crc.ask(program, [("crc32c", 0, "1", b"a")]) != [0]


def has_wide_codes() -> bool:
    """Does the device compute codes with vectors of 64 bytes here?"""
    with open("/proc/cpuinfo", encoding="utf-8") as stream:
        return {"vpclmulqdq", "avx512bw", "avx512dq", "avx512vl", "gfni"} <= set(stream.read().split())


@pytest.mark.parametrize("file, before, after, check", [row[1:] for row in DEFECTS],
                         ids=[row[0] for row in DEFECTS])
def test_noticed(base: Base, file: str, before: str, after: str, check: str) -> None:
    """The test fails, or the program does not survive it."""
    if file == "crc_copy.c" and not has_wide_codes():
        pytest.skip("the processor lacks VPCLMULQDQ or AVX-512, without which this code does not run")
    program = base.program(file, before, after)
    with pytest.raises(AssertionError):
        checks(base)[check](program)


def test_there_are_many() -> None:
    """At least one for each thing that can easily be wrong."""
    names: List[str] = [row[0] for row in DEFECTS]
    assert len(set(names)) == len(names) >= 25
