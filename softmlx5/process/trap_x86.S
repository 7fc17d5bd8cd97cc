/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Resumes a thread after a store to a doorbell page: saves all registers that the ABI lets a
 * function change, calls sm_trap_run(), and returns to the interrupted code. rsp and rbx point to
 * struct sm_trap_frame of trap.c, aligned to 64; it has the general registers already.
 */
#ifdef __x86_64__

#define FRAME_RAX 0
#define FRAME_RBX 8
#define FRAME_RCX 16
#define FRAME_RDX 24
#define FRAME_RSI 32
#define FRAME_RDI 40
#define FRAME_RBP 48
#define FRAME_R8 56
#define FRAME_R9 64
#define FRAME_R10 72
#define FRAME_R11 80
#define FRAME_RSP 88
#define FRAME_RIP 96
#define FRAME_FLAGS 104
#define FRAME_BACK 112
#define FRAME_R12 120
#define FRAME_R13 128
#define FRAME_R14 136
#define FRAME_R15 144
#define FRAME_IMAGE 152
#define FRAME_EARLY_MASK 160
#define FRAME_MASK 168

#define RED_ZONE 128

	.text
	.globl	sm_trap_entry
	.hidden	sm_trap_entry
	.type	sm_trap_entry, @function
	.p2align 4
	.cfi_startproc simple
	.cfi_signal_frame
	/* Unwinding information for debuggers: the registers of the interrupted code. */
	.cfi_escape 0x0f, 4, 0x73, 0xd8, 0x00, 0x06	/* rsp: *(rbx + 88) */
	.cfi_escape 0x10, 16, 3, 0x73, 0xe0, 0x00	/* rip: at rbx + 96 */
	.cfi_escape 0x10, 3, 2, 0x73, 8			/* rbx */
	.cfi_escape 0x10, 6, 2, 0x73, 48		/* rbp */
sm_trap_entry:
	subq	sm_trap_save_size(%rip), %rsp
	movl	sm_trap_save_mask(%rip), %eax
	testl	%eax, %eax
	jz	1f
	xorl	%edx, %edx
	/* xsave leaves parts of the header unchanged; xrstor requires zeroes there. */
	movq	%rdx, 512(%rsp)
	movq	%rdx, 520(%rsp)
	movq	%rdx, 528(%rsp)
	movq	%rdx, 536(%rsp)
	movq	%rdx, 544(%rsp)
	movq	%rdx, 552(%rsp)
	movq	%rdx, 560(%rsp)
	movq	%rdx, 568(%rsp)
	cmpb	$0, sm_trap_save_compact(%rip)
	jz	0f
	xsavec64 (%rsp)
	jmp	2f
0:	xsave64	(%rsp)
	jmp	2f
1:	fxsave64 (%rsp)
2:	movq	%rsp, FRAME_IMAGE(%rbx)
	movq	%rax, FRAME_MASK(%rbx)
.Lrun:	fninit				/* C code expects the initial values of these */
	ldmxcsr	.Lmxcsr(%rip)
	movq	%rbx, %rdi
	call	sm_trap_run
	movq	FRAME_IMAGE(%rbx), %rsi
	movl	FRAME_MASK(%rbx), %eax
	testl	%eax, %eax
	jz	3f
	xorl	%edx, %edx
	xrstor64 (%rsi)
	jmp	4f
3:	fxrstor64 (%rsi)
	/*
	 * The way back: rbx, flags and address, below the red zone. Nothing of the frame is needed
	 * when rsp is above it, since a signal may come at any time.
	 */
4:	movq	FRAME_RSP(%rbx), %rsi
	subq	$(RED_ZONE + 24), %rsi
	movq	FRAME_RBX(%rbx), %rax
	movq	FRAME_FLAGS(%rbx), %rcx
	movq	FRAME_RIP(%rbx), %rdx
	movq	%rax, (%rsi)
	movq	%rcx, 8(%rsi)
	movq	%rdx, 16(%rsi)
	movq	%rsi, FRAME_BACK(%rbx)
	movq	FRAME_RAX(%rbx), %rax
	movq	FRAME_RCX(%rbx), %rcx
	movq	FRAME_RDX(%rbx), %rdx
	movq	FRAME_RSI(%rbx), %rsi
	movq	FRAME_RDI(%rbx), %rdi
	movq	FRAME_RBP(%rbx), %rbp
	movq	FRAME_R8(%rbx), %r8
	movq	FRAME_R9(%rbx), %r9
	movq	FRAME_R10(%rbx), %r10
	movq	FRAME_R11(%rbx), %r11
	movq	FRAME_BACK(%rbx), %rsp
	.cfi_def_cfa rsp, RED_ZONE + 24
	.cfi_offset rip, -(RED_ZONE + 8)
	.cfi_offset rbx, -(RED_ZONE + 24)
	.cfi_same_value rbp
	popq	%rbx
	.cfi_same_value rbx
	.cfi_adjust_cfa_offset -8
	popfq
	.cfi_adjust_cfa_offset -8
	ret	$RED_ZONE
	.cfi_endproc
	.size	sm_trap_entry, . - sm_trap_entry

/* sm_trap_leave(frame): from the signal handler to the call of sm_trap_run() above. */
	.globl	sm_trap_leave
	.hidden	sm_trap_leave
	.type	sm_trap_leave, @function
	.p2align 4
	.cfi_startproc
sm_trap_leave:
	movq	FRAME_R12(%rdi), %r12
	movq	FRAME_R13(%rdi), %r13
	movq	FRAME_R14(%rdi), %r14
	movq	FRAME_R15(%rdi), %r15
	movq	FRAME_IMAGE(%rdi), %rsi
	movl	FRAME_EARLY_MASK(%rdi), %eax
	movl	FRAME_EARLY_MASK + 4(%rdi), %edx
	movl	%eax, %ecx
	orl	%edx, %ecx
	jz	5f
	xrstor64 (%rsi)			/* protection keys: the device has those of the thread */
5:	movq	%rdi, %rbx
	movq	%rdi, %rsp
	jmp	.Lrun
	.cfi_endproc
	.size	sm_trap_leave, . - sm_trap_leave

	.section .rodata
	.p2align 2
.Lmxcsr:
	.long	0x1f80

#endif
	.section .note.GNU-stack, "", @progbits
