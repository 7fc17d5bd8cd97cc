#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Breaks softmlx5 on purpose, one way at a time; the tests of values (tests/softmlx5/values) must notice each.

Every mutation replaces a piece of text of one source file, or a few. The changed file is compiled and linked with
the objects of the build into a library of its own, on which checks run that are chosen for it. A mutation whose
text is gone, or that does not compile, is a failure, too.
"""

from __future__ import annotations

import argparse
import glob
import os
import random
import shlex
import shutil
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from typing import Dict, List, NamedTuple, Sequence, Tuple

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
sys.dont_write_bytecode = True
sys.path[:0] = [ROOT, os.path.dirname(HERE), os.path.join(os.path.dirname(HERE), "values")]

import cases  # noqa: E402
import checks  # noqa: E402
import precompiled  # noqa: E402
import umr_checks  # noqa: E402, F401; adds to CHECKS
import verbs  # noqa: E402
from configure import LAUNCHER, SOFTMLX5_FLAGS, SOFTMLX5_LIBS  # noqa: E402

RANDOM = 60  # cases that `random` runs
TIMEOUT = 10  # seconds for an answer


class Mutation(NamedTuple):
    what: str
    file: str  # name, or a pattern: the only file that has the text
    text: str
    replacement: str
    # names of checks; `random` stands for random transfers, `long` for those that go backward, `crypto` for encrypted
    # ones
    chosen: str
    more: Tuple[Tuple[str, str], ...] = ()  # other texts of the file, and what stands there instead


SIG = "sig*.c"
MUTATIONS = [Mutation(*fields) for fields in (
    # Codes and fields.
    ("CRC32 has zlib's order of bits", "crc.c", "~crc32_ieee(~seed, data, len)",
     "crc32_gzip_refl(~seed, data, len)", "error_values_crc random"),
    ("CRC64_XP10 has another polynomial", "crc.c", "0x9a6c9329ac4bc9b5", "0x9a6c9329ac4bc9b7",
     "random"),
    ("T10-DIF has the polynomial of CCITT", "crc.c",
     "uint16_t reg = crc16_t10dif(seed, data, len);",
     "uint16_t reg = seed;\n\n\tfor (size_t i = 0; i < len * 8; i++)\n\t\treg = (uint16_t)(reg << 1 ^ "
     "(((reg >> 15 ^ ((const uint8_t *)data)[i / 8] >> (7 - i % 8)) & 1) ? 0x1021 : 0));\n\t(void)crc16_t10dif;",
     "error_values random"),
    ("CRC32 is stored least significant byte first", SIG, "htobe32(~(uint32_t)block->reg)",
     "htole32(~(uint32_t)block->reg)", "random"),
    ("the final inversion of CRC32C is missing", SIG, "htole32(~(uint32_t)block->reg)",
     "htole32((uint32_t)block->reg)", "random"),
    ("the seed of CRCs is inverted", SIG, "from->seed == PRM_BFS_SEED_ZERO ? 0 : ones",
     "from->seed == PRM_BFS_SEED_ZERO ? ones : 0", "random"),
    ("the seed of T10-DIF is inverted", SIG, "PRM_T10DIF_SEED_ONES ? 0xffff : 0",
     "PRM_T10DIF_SEED_ONES ? 0 : 0xffff", "copies random"),
    ("the checksum is not complemented", SIG, "(domain->is_checksum ? ~block->reg : block->reg)",
     "block->reg", "copies random"),
    # Blocks.
    ("the reference tag does not count", SIG, "domain->inc_ref_tag ? (uint32_t)block->index : 0",
     "0", "error_values"),
    ("the reference tag always counts", SIG, "domain->inc_ref_tag ? (uint32_t)block->index : 0",
     "(uint32_t)block->index", "random"),
    ("bits of the check mask are reversed", SIG, "byte_mask & (PRM_SIG_BYTE_MASK_BYTE_0 >> i)",
     "byte_mask & (1u << i)", "masks"),
    ("the check mask is ignored", SIG, "input->checks = sm_sig_check_mask(in, sig->check_mask)",
     "input->checks = sm_sig_check_mask(in, 0xff)", "masks"),
    ("the copy mask is ignored", SIG, "sig->same_structure ? sm_sig_mask(out, sig->copy_mask) : 0",
     "sig->same_structure ? sm_sig_mask(out, 0xff) : 0", "copies"),
    ("nothing is copied", SIG, "sig->same_structure ? sm_sig_mask(out, sig->copy_mask) : 0", "0",
     "copies"),
    ("the escape by the application tag is ignored", SIG,
     "(domain->escape == PRM_T10DIF_ESCAPE_APP && (image & app) == app)", "(app && false)",
     "escapes"),
    ("the escape by both tags looks at one", SIG, "(image & app_ref) == app_ref",
     "(image & app) == app && app_ref", "escapes"),
    ("the offset of an error counts data only", SIG,
     "block->index * (block->domain->block + block->domain->sig)",
     "block->index * block->domain->block",
     "error_values"),
    ("expected and actual are swapped", SIG,
     "sm_sig_halves(domain, found, &error->expected_trans_sig, &error->expected_ref_tag);\n"
     "\tsm_sig_halves(domain, computed, &error->actual_trans_sig",
     "sm_sig_halves(domain, computed, &error->expected_trans_sig, &error->expected_ref_tag);\n"
     "\tsm_sig_halves(domain, found, &error->actual_trans_sig", "error_values"),
    ("the application tag goes before the guard", SIG,
     "if (domain->type != PRM_BFS_T10DIF || (differ & sm_t10dif_image(0xffff, 0, 0)))",
     "if (domain->type != PRM_BFS_T10DIF || (differ & sm_t10dif_image(0xffff, 0xffff, 0)) >\n"
     "\t    (differ & sm_t10dif_image(0, 0xffff, 0)) * 0x10000 + (differ & sm_t10dif_image(0, 0xffff, 0)))",
     "error_values"),
    ("the domains of errors are swapped", SIG,
     "error->domain = block->domain == &mkey->sig->wire ? PRM_SIGERR_DOMAIN_WIRE :\n\t\tPRM_SIGERR_DOMAIN_MEMORY",
     "error->domain = block->domain == &mkey->sig->wire ? PRM_SIGERR_DOMAIN_MEMORY :\n\t\tPRM_SIGERR_DOMAIN_WIRE",
     "raw_cqe error_values"),
    ("the domains of the BSF are swapped", SIG, "sm_bsf_domain(bsf, &sig->memory, &memory)",
     "sm_bsf_domain(bsf, &sig->memory, &wire)", "copies error_values"),
    ("the wire has the block size of the memory", SIG,
     "basic->sbs ? basic->memory_block : basic->wire_block",
     "basic->memory_block ? basic->memory_block : "
     "basic->wire_block", "random"),
    ("lengths of a signature key count data", SIG, "stream->wire_end = offset + len;",
     "stream->wire_end = sm_sig_place(&stream->sig->wire, offset + len);", "random"),
    # Errors: arming, PSVs, the queue that stops.
    ("an error is always reported", "sig_report.c",
     "mkey->ctx.expected_sigerr_count == mkey->sigerr_count",
     "false", "psv_state"),
    ("the error state of PSVs is ignored", "sig_report.c", "if (psv && psv->syndrome)",
     "if (false)", "psv_state"),
    ("an error does not change the PSV", "sig_report.c", "psv->syndrome = error->syndrome;",
     "(void)error->syndrome;", "psv_state"),
    ("SET_PSV is ignored", "sq.c", "psv->syndrome = set.syndrome;", "(void)set.syndrome;",
     "psv_state first_error_stays"),
    ("SIG_ERR has the key without tag", SIG, ".mkey_7_0 = mkey->ctx.mkey_7_0,", ".mkey_7_0 = 0,",
     "raw_cqe"),
    ("the responder's error goes nowhere", "sig_report.c",
     "\tsm_sig_cqe(qp, is_responder, error);\n",
     "\tif (!is_responder)\n\t\tsm_sig_cqe(qp, is_responder, error);\n", "responder_error"),
    ("the queue does not stop", "sig_report.c", "if (!is_responder && qp->ctx.drain_sigerr)",
     "if (false && qp->ctx.drain_sigerr)", "pipelining"),
    ("the queue stops without being asked", "sig_report.c",
     "if (!is_responder && qp->ctx.drain_sigerr)",
     "if (!is_responder)", "no_pipelining"),
    ("the responder's queue stops", "sig_report.c", "if (!is_responder && qp->ctx.drain_sigerr)",
     "if (qp->ctx.drain_sigerr)", "no_pipelining"),
    ("no event tells of the stop", "sq.c",
     "qp->listener.event(qp->listener.owner, PRM_EVENT_TYPE_SQ_DRAINED)", "(void)0", "pipelining"),
    ("a late stop runs over a fence", "sq.c", "wqe->ctrl.fm >= PRM_FENCE_MODE_READ_ATOMIC",
     "wqe->ctrl.fm > 7", "late_drain"),
    # Keys.
    ("the stride is ignored", "mkey.c", "round * repeat->stride + inner",
     "round * repeat->len + inner",
     "random"),
    ("the start of an entry is not subtracted", "mkey.c",
     "inner = offset - xlt->start;\n\tstep->key",
     "inner = xlt->start ? 0 : offset;\n\tstep->key", "random"),
    ("the free bit is ignored", "mkey.c", "!mkey || mkey->ctx.free || mkey->ctx.mkey_7_0 != tag",
     "!mkey || mkey->ctx.mkey_7_0 != tag", "umr_free invalidate",
     (("if (ctx->free || ctx->pd != pd || (", "if (ctx->pd != pd || ("),)),
    ("a UMR cannot make a key free", "umr.c", "ctx->free = from->free;", "ctx->free = false;",
     "umr_free"),
    ("the tag of keys is ignored", "mkey.c", "!mkey || mkey->ctx.free || mkey->ctx.mkey_7_0 != tag",
     "!mkey || mkey->ctx.free", "stale_tag"),
    ("the protection domain is ignored", "mkey.c", "ctx->free || ctx->pd != pd || (",
     "ctx->free || (",
     "protection_domains"),
    ("remote write needs no right", "mkey.c", "(!(access & SM_REMOTE_WRITE) || ctx->rw) && ", "",
     "access_rights"),
    ("remote read needs the right to write", "mkey.c", "(!(access & SM_REMOTE_READ) || ctx->rr)",
     "(!(access & SM_REMOTE_READ) || ctx->rw)", "access_rights"),
    ("local write needs no right", "mkey.c", "(!(access & SM_LOCAL_WRITE) || ctx->lw) &&",
     "true &&",
     "access_rights"),
    ("keys end one byte late", "mkey.c", "!sm_lies_in(addr, len, ctx->start_addr, ctx->len)",
     "!sm_lies_in(addr, len, ctx->start_addr, ctx->len + 1)", "umr_masks"),
    ("keys end one byte early", "mkey.c", "len <= size - (addr - start)",
     "len < size - (addr - start)",
     "bounds"),
    ("invalidation does nothing", "mkey.c", "mkey->ctx.free = true;", "(void)mkey;", "invalidate"),
    ("a UMR changes what its mask does not name", "umr.c", "if (mask & PRM_UMR_MKEY_MASK_LEN) {",
     "if (mask) {", "umr_masks first_error_stays"),
    ("all bits of log_page_size have one bit of the mask", "umr.c",
     "(mask & PRM_UMR_MKEY_MASK_PAGE_SIZE_5 ? from : old)",
     "(mask & PRM_UMR_MKEY_MASK_PAGE_SIZE ? from : old)", "umr_mask_bits"),
    ("entries of a KSM keep the old page size", "umr.c", "return sm_umr_resize(umr);", "return true;",
     "umr_page_size_of_ksm"),
    ("one indirect key too many", "mkey.c", "if (depth == prm_cmd_hca_cap_get_max_indirection(",
     "if (depth == 1 + prm_cmd_hca_cap_get_max_indirection(", "indirection"),
    ("there are more objects than the capabilities say", "device.c", "(UINT64_C(1) << log) - 1",
     "(UINT64_C(1) << log)", "limits"),
    ("in place, all blocks are copied before signatures are looked at", "sig_run.c",
     "most = 1;", "most = SM_SIG_BLOCKS;", "in_place"),
    ("a mask bit means another field", "umr.c", "if (mask & PRM_UMR_MKEY_MASK_BSF_EN)",
     "if (mask & PRM_UMR_MKEY_MASK_KEY)", "first_error_stays"),
    ("atomics may always be allowed by UMR", "umr.c", "prm_cmd_hca_cap_get_umr_modify_atomic_disabled(cap))", "false)",
     "umr_disabled"),
    ("check_qpn is ignored", "umr.c", "if (umr->ctrl.check_qpn &&", "if (false &&", "umr_check_qpn"),
    ("a UMR changes a key of another protection domain", "umr.c", "if (mkey->pd != qp->pd)", "if (false)",
     "umr_other_pd"),
    ("a BSF may be longer than the room for it", "umr.c", "if (octowords > umr->mkey->max_bsf_octowords)",
     "if (false)", "umr_long_bsf"),
    ("raw_data_size is ignored", SIG, "raw > sig->raw_data_size || ", "", "raw_data_size"),
    ("signature keys end with their entries", SIG, "(!ctx->length64 && end > ctx->len)", "(false && ctx)",
     "signature_length"),
    ("the error count does not change", "umr.c",
     "ctx->expected_sigerr_count = from->expected_sigerr_count;",
     "(void)from;", "error_values"),
    # Encryption.
    ("the tweak does not count", SIG, "uint64_t carry = unit->index++;",
     "uint64_t carry = 0 * unit->index++;",
     "crypto_known"),
    ("the RAW orders encrypt the other domain", SIG,
     "const bool is_wire = order == PRM_ENCRYPTION_ORDER_ENCRYPTED_WIRE_SIGNATURE ||\n"
     "\t\torder == PRM_ENCRYPTION_ORDER_ENCRYPTED_RAW_MEMORY;",
     "const bool is_wire = order == PRM_ENCRYPTION_ORDER_ENCRYPTED_WIRE_SIGNATURE ||\n"
     "\t\torder == PRM_ENCRYPTION_ORDER_ENCRYPTED_RAW_WIRE;", "crypto"),
    ("the tweak is turned round", SIG, "from[is_big ? 15 - i : i]", "from[is_big ? i : 15 - i]",
     "crypto_known"),
    ("key tags are ignored", SIG, "dek->has_keytag && memcmp(", "false && memcmp(",
     "crypto_keytag"),
    ("both directions encrypt, or both decrypt", SIG,
     "encrypts = encrypts_out != stream->is_scatter;",
     "encrypts = encrypts_out;", "crypto_known"),
    # Runs of blocks.
    ("a run begins again where a block crosses pieces of memory", "stream.c",
     "payload->scratch);\n\tsm_sig_run_advance(run, n);", "payload->scratch);\n\trun->n -= n;",
     "random"),
    ("a run begins again in the next piece of memory", "stream.c",
     "to);\n\tsm_sig_run_advance(run, n);", "to);\n\trun->n -= n;", "random"),
    ("the blocks of a run have no numbers of their own", "sig_run.c", "\trun->input_index += n;\n",
     "", "pieces_of_a_run"),
    ("a mismatch is lost backward", "sig_run.c", "return !(ends.differ & part.input.checks) ||", "return true ||",
     "long"),
    ("the blocks of a part have the numbers of the first ones", "sig_run.c",
     "part.output.index += first;", "part.output.index += 0;", "long"),
    ("the last block is not passed", "sig_run.c", "return sm_run_pass_backward(sm_run_part(all, n - 1, 1));",
     "return true;", "long"),
    # Requests.
    ("compare and swap does not compare", "atomic.c", "if ((old ^ op->compare) & op->compare_mask)",
     "if (false)", "atomics"),
    ("immediate data are turned round", "responder.c", "fields.immediate = packet->imm;",
     "fields.immediate = __builtin_bswap32(packet->imm);", "immediate"),
    ("the counter of a WQE is off by one", "sq.c", "fields.wqe_counter = qp->req.ci;",
     "fields.wqe_counter = (uint16_t)(qp->req.ci + 1);", "many_requests"),
    ("nothing is flushed", "sq.c", "if (wqe->ctrl.ce != PRM_COMPLETION_MODE_ON_FIRST_ERROR)",
     "if (wqe->ctrl.ce == PRM_COMPLETION_MODE_ON_FIRST_ERROR)", "flushes"),
    ("requests are flushed in the wrong order", "sq.c",
     "sm_req_error_cqe(qp, wqe->ctrl.opcode, qp->req.ci,\n\t\t\t\t\t PRM_CQE_SYNDROME_WR_FLUSH_ERR",
     "sm_req_error_cqe(qp, wqe->ctrl.opcode, (uint16_t)(qp->req.pi - 1),\n\t\t\t\t\t "
     "PRM_CQE_SYNDROME_WR_FLUSH_ERR", "flushes"),
    ("the owner bit does not turn", "cq.c", "(cq->pi & cq->size) != 0", "false && cq->size",
     "many_completions"),
)]


class Job(NamedTuple):
    """A library and what runs on it; mutation None is the unchanged one."""
    what: str
    folder: str
    program: str
    chosen: Sequence[str]


def run_one(job: Job, name: str) -> None:
    """Raises an exception if the device is not right."""
    launcher = os.path.join(job.folder, "softmlx5")
    options: Tuple[str, ...] = ()
    if name in checks.CHECKS:
        options = checks.CHECKS[name].options
    elif name == "crypto":
        options = cases.CRYPTO_OPTIONS
    is_long = name == "long"
    device = verbs.Device(job.program, *options, softmlx5=launcher, timeout=TIMEOUT,
                          memory=cases.LONG_AREA if is_long else verbs.MEMORY)
    try:
        if name in checks.CHECKS:
            checks.CHECKS[name].run(device)
        else:
            bench = cases.Bench(device, is_long)
            if name == "crypto":
                bench.add_crypto(random.Random(name))
            for number in range(RANDOM):
                cases.run(random.Random(f"{name} {number}"), bench, name == "crypto")
        device.close()
    finally:
        device.kill()


def noticed(job: Job) -> str:
    """What is wrong with the library; '' if nothing is."""
    for name in job.chosen:
        try:
            run_one(job, name)
        except Exception as problem:  # pylint: disable=broad-except
            return f"{name}: {type(problem).__name__}: {problem}".splitlines()[0][:150]
    return ""


class Builder:
    """Compiles one file and links it with the objects of the build."""

    def __init__(self, cc: str, build: str) -> None:
        self.cc, self.build = cc, build
        flags = SOFTMLX5_FLAGS.replace("$builddir", build)
        self.flags = ["-std=c11", "-O0", "-w", *shlex.split(flags), "-Isoftmlx5"]
        self.headers: Dict[str, List[str]] = {}  # options, by file
        self.objects = {os.path.basename(path)[:-2]: path
                        for path in glob.glob(os.path.join(build, "obj", "softmlx5", "*", "*.o"))}

    def folder(self, name: str) -> str:
        path = os.path.join(self.build, "mutations", name)
        os.makedirs(path, exist_ok=True)
        shutil.copy(os.path.join(self.build, "softmlx5"), path)
        return path

    def precompile(self, folder: str, mutations: Sequence[Mutation]) -> None:
        """Reads what files with several mutations include once. ValueError as from ``source``."""
        self.headers = precompiled.of_sources(
            folder, [self.source(mutation)[0] for mutation in mutations], [self.cc, *self.flags])

    @staticmethod
    def source(mutation: Mutation) -> Tuple[str, str]:
        """Path and content of the file that has the text."""
        found = []
        for path in glob.glob(os.path.join(ROOT, "softmlx5", "*", mutation.file)):
            with open(path, encoding="utf-8") as stream:
                text = stream.read()
            if mutation.text in text:
                found.append((path, text))
        if len(found) != 1:
            raise ValueError(f"{len(found)} files softmlx5/*/{mutation.file} have the text {mutation.text!r}: bring the "
                             "mutation up to date")
        return found[0]

    def library(self, number: int, mutation: Mutation) -> str:
        """Its folder. Raises ValueError if the mutation does not fit the source."""
        path, text = self.source(mutation)
        for before, after in ((mutation.text, mutation.replacement), *mutation.more):
            if text.count(before) != 1:
                raise ValueError(f"{path} has the text {before!r} {text.count(before)} times: bring the mutation "
                                 "up to date")
            text = text.replace(before, after)
        folder = self.folder(str(number))
        source = os.path.join(folder, os.path.basename(path))
        with open(source, "w", encoding="utf-8") as stream:
            stream.write(text)
        name = os.path.splitext(os.path.basename(path))[0]
        objects = [path for other, path in self.objects.items() if other not in (name, "launcher")]
        done = subprocess.run([self.cc, *self.flags, *self.headers.get(path, []),
                               "-Winvalid-pch", "-Werror=invalid-pch", "-shared", "-fuse-ld=gold",
                               "-Wl,-z,defs,-z,now", source, *objects, "-o",
                               os.path.join(folder, "libsoftmlx5.so"), *SOFTMLX5_LIBS.split()],
                               cwd=ROOT,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode:
            raise ValueError(f"it does not compile:\n{done.stdout}")
        return folder


def outcome(task: Tuple[int, Mutation, Builder, str]) -> Tuple[bool, str]:
    """Whether the mutation was noticed, and what tells so."""
    number, mutation, builder, program = task
    try:
        folder = builder.library(number, mutation)
    except ValueError as problem:
        return False, str(problem)
    found = noticed(Job(mutation.what, folder, program, mutation.chosen.split()))
    shutil.rmtree(folder)
    return bool(found), found or f"{mutation.chosen} did not notice"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cc", default="gcc")
    parser.add_argument("--build", default=os.path.join(ROOT, "build"), help="folder with softmlx5")
    parser.add_argument("--only", default="", metavar="TEXT",
                        help="mutations whose description has the text")
    args = parser.parse_args()
    build = os.path.abspath(args.build)
    selected = [(number, mutation) for number, mutation in enumerate(MUTATIONS) if args.only in mutation.what]
    assert LAUNCHER  # the launcher is taken from the build as it is
    builder = Builder(args.cc, build)
    folder = builder.folder("unchanged")
    try:
        builder.precompile(folder, [mutation for _, mutation in selected])
    except ValueError as problem:
        print(f"{problem}\n0 passed, 1 failed, 0 skipped")
        return 1
    program = os.path.join(build, "tests", "values")
    shutil.copy(os.path.join(build, "libsoftmlx5.so"), folder)
    wanted: List[str] = sorted({name for _, mutation in selected for name in mutation.chosen.split()})
    failed = 0
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        clean = noticed(Job("unchanged", folder, program, wanted))
        if clean:
            print(f"the unchanged device does not pass: {clean}\n0 passed, 1 failed, 0 skipped")
            return 1
        tasks = [(number, mutation, builder, program) for number, mutation in selected]
        for (_, mutation), (is_caught, text) in zip(selected, pool.map(outcome, tasks)):
            failed += not is_caught
            print(f"{'caught' if is_caught else 'NOT CAUGHT'}: {mutation.what} ({text})",
                  flush=True)
    shutil.rmtree(folder)
    print(f"{len(selected) - failed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
