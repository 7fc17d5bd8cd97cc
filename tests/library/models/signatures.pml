/* SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB */
/*
 * Signature errors of a key: configuration (UMR, SET_PSV), use, error, check, configuration again.
 *
 * The device reports an error of a key only while its own toggle differs from the key's
 * expected_sigerr_count, and while the key's PSV has no error. Then both are as after an error: the
 * key is silent until a UMR inverts the toggle and SET_PSV clears the PSV. Each of these WQEs may
 * be aborted, flushed or cancelled, so that nothing that was posted is known to be known by the
 * device.
 *
 * Properties, of a program that checks the key before it configures it again
 *   - A check reports an error exactly if data of a successful transfer since the last check were
 *     bad.
 *   - A transfer uses the signature that was posted last, if its configuration was executed.
 *
 * Abstractions: one key, one QP, one domain; a signature is a number; a program waits for its
 * completions and checks then; a cancelled configuration has its transfer cancelled, too. A QP that
 * has failed is reset, and takes requests again. The order in the CQ is the device's.
 */
#ifndef ROUNDS
#define ROUNDS 3	/* batches */
#endif
#define RESET 2		/* MLX5SIG_MKEY_CONF_FLAG_RESET_SIG_ATTR; signatures: 1; 0: none */

mtype = { UMR, SET_PSV, TRANSFER, NOP, SIG_ERR, DONE, FLUSHED };

typedef wqe_t {
	mtype opcode;
	bool is_fenced;		/* PRM_FENCE_MODE_INITIATOR_SMALL */
	bool has_count; bit count;	/* PRM_UMR_MKEY_MASK_EN_SIGERR, expected_sigerr_count */
	byte sig;		/* of a UMR; of a TRANSFER: which the program means */
};
#define SQ 6	/* WQEs of a batch, at most */
wqe_t sq[SQ];
byte sq_pi, sq_ci;		/* of the queue, which is empty between batches */
chan cq = [8] of { mtype };

/* struct mlx5sig_key. mkey.c key_new(): atomic_init(&key->errors.count, 1); */
byte count = 1, checked = 1;	/* errors.count, modulo 8; errors.checked */
byte configs[2];		/* key->configs: signatures */
bit config;			/* key->config; key->other is the other one */
bit num_open;			/* key->num_open: the batch has configured the key */

/* The device's key, which is created with expected_sigerr_count 0, not armed, and PSV. */
bit expected, own;
bool psv_has_error;
byte device_sig;
bool umr_runs; bit umr_count; byte umr_sig; bool umr_has_count;	/* a UMR that has begun */
bool is_rung, is_flushing;

byte left;			/* completions to come */
/* Ghosts. */
bool is_bad;			/* data were bad since the last check */
byte posted, meant;		/* signature: the last that was posted, of this batch */

inline post(op, fenced, with_count, bit_count, signature) {
	sq[sq_pi].opcode = op;
	sq[sq_pi].is_fenced = fenced;
	sq[sq_pi].has_count = with_count;
	sq[sq_pi].count = bit_count;
	sq[sq_pi].sig = signature;
	sq_pi++
}

/*
 * A configuration with a signature setter (@setter: the signature), with RESET, or with neither:
 * then it posts the signature that was committed last, or by this batch before.
 */
inline configure(setter) {
	last = (num_open -> pending : config);
	if
	:: num_open		/* configure.c select_config(): return select_config_again(sq, open); */
		/* configure.c select_config_again():
		 *	open->last = open->config = sq->batch_keys[i].config; */
	:: else ->		/* configure.c select_config(): add_key(sq, open, open->key->other); */
		pending = 1 - config;	/* configure.c add_key(): entry->config = open->config = config; */
		/* configure.c add_key(): open->last = open->key->config; */
		num_open = 1		/* configure.c add_key(): open->key->num_open++; */
	fi;
	if
	/* configure.c keep_parts(): mlx5sig_signature_clear(&config->sig); */
	:: setter == RESET -> configs[pending] = 0; meant = 0
	:: setter == 1 -> configs[pending] = setter; meant = setter
	/* configure.c keep_parts(): config->sig = last->sig; */
	:: else -> configs[pending] = configs[last]
	fi;
	/* configure.c umr_of(): umr.mkey_mask |= PRM_UMR_MKEY_MASK_EN_SIGERR; */
	/* configure.c umr_of():
	 *	atomic_load_explicit(&open->key->errors.count, memory_order_acquire) % 2; */
	/* configure.c post_wqes():
	 *	mlx5sig_build_umr(&ring, pi, mlx5sig_post_mode(sq, parts.mem_psv || parts.wire_psv ?
	 *	silent : flags, */
	post(UMR, after_umr, true, count % 2, configs[pending]);
	/* configure.c post_set_psv():
	 *	mlx5sig_build_set_psv(&ring, pi, mlx5sig_post_mode(sq, mode_flags,
	 *	MLX5SIG_AFTER_UMR), psv); */
	if
	/* configure.c parts_of(): .mem_psv = has_sig && !sig->is_transaction && sig->mem_format, */
	:: configs[pending] != 0 -> post(SET_PSV, true, false, 0, 0)
	:: else
	fi;
	after_umr = true;	/* configure.c post_wqes(): .after_umr = MLX5SIG_AFTER_UMR, */
	printf("post: configuration, signature %d, expected_sigerr_count %d\n", configs[pending],
	       count % 2)
}

inline choose_setter() {
	if
	:: setter = 0
	:: setter = 1
	:: setter = RESET
	fi
}

active proctype Program()
{
	byte rounds, setter;
	bit last, pending;	/* pending: the config of the batch's entry for the key */
	bool after_umr, has_error;

	do
	:: rounds == ROUNDS -> break
	:: rounds < ROUNDS ->
	   atomic {
		/* batch.c mlx5sig_wr_start(): qp->sq.num_batch_keys = 0; */
		after_umr = false;
		meant = posted;
		if	/* once, or twice in a batch */
		:: skip
		:: choose_setter(); configure(setter)
		fi;
		choose_setter();
		configure(setter);
		/* post.c mode_of(): qp->sq.now.after_umr); */
		post(TRANSFER, after_umr, false, 0, meant);
		after_umr = false;
		if	/* a second transfer */
		:: skip
		:: post(TRANSFER, after_umr, false, 0, meant)
		fi;
		setter = 0;
		last = 0;
		pending = 0;
		rounds++
	   };
	   if
	   :: atomic {	/* mlx5sig_wr_abort(), or an error of mlx5sig_wr_complete() */
		true ->
		num_open = 0;	/* batch.c undo(): sq->batch_keys[--sq->num_batch_keys].key->num_open--; */
		sq_pi = 0;
		printf("post: the batch is aborted\n")
	      }
	   :: atomic {
		left = sq_pi;
		posted = meant;
		config = 1 - config;	/* batch.c commit_keys(): mlx5sig_key_turn(key); */
		num_open = 0;		/* batch.c commit_keys(): key->num_open--; */
		printf("post: doorbell\n");
		is_rung = true
	      };
	      atomic {	/* polled all, and checks: mlx5sig_mkey_check() */
		left == 0 ->
		is_rung = false; is_flushing = false;
		sq_pi = 0; sq_ci = 0;
		/* mkey.h mlx5sig_key_is_good() */
		has_error = count != checked;
		/* check.c mlx5sig_mkey_check_ext():
		 *	atomic_store_explicit(&errors->checked, count, memory_order_relaxed); */
		checked = count;
		if
		:: has_error -> printf("check: an error\n")
		:: else -> printf("check: no error\n")
		fi;
		assert(has_error == is_bad);
		is_bad = false
	      }
	   fi
	od
}

/* A cancel of the last transfer, or of all that is left of the batch, or an error of the QP. */
active proctype Incident()
{
	byte i;

end:	do
	:: atomic {
		is_rung && !is_flushing && left > 0 && !umr_runs ->
		if
		:: sq_ci < sq_pi ->	/* cancel.c mlx5sig_qp_cancel_posted_send_wrs() */
			printf("program: cancels the requests from %d on\n", sq_ci);
			i = sq_ci;
			do
			:: i < sq_pi -> sq[i].opcode = NOP; i++
			:: else -> break
			od
		:: sq_ci < sq_pi ->
			printf("program: cancels the transfer\n");
			sq[sq_pi - 1].opcode = NOP
		:: is_flushing = true; printf("device: the queue pair fails\n")
		fi;
		i = 0
	   }
	od
}

inline complete(what) {
	cq!what;
	sq_ci++
}

active proctype Device()
{
end:	do
	:: atomic {	/* a UMR takes effect */
		umr_runs ->
		umr_runs = false;
		if
		:: umr_has_count -> expected = umr_count
		:: else
		fi;
		device_sig = umr_sig;
		printf("device: UMR is done, expected_sigerr_count %d, own %d\n", expected, own)
	   }
	:: atomic {
		is_rung && sq_ci < sq_pi && !(umr_runs && (sq[sq_ci].is_fenced || is_flushing)) &&
		nfull(cq) ->
		if
		:: is_flushing ->
			printf("device: %e is flushed\n", sq[sq_ci].opcode);
			complete(FLUSHED)
		:: else ->
			if
			:: sq[sq_ci].opcode == NOP -> complete(DONE)
			:: sq[sq_ci].opcode == UMR ->
				umr_runs = true;
				umr_has_count = sq[sq_ci].has_count;
				umr_count = sq[sq_ci].count;
				umr_sig = sq[sq_ci].sig;
				complete(DONE)
			:: sq[sq_ci].opcode == SET_PSV ->
				psv_has_error = false;
				complete(DONE)
			:: sq[sq_ci].opcode == TRANSFER ->
				assert(device_sig == sq[sq_ci].sig);
				if
				:: sq[sq_ci].sig != 0 ->	/* bad data */
					is_bad = true;
					if
					:: expected != own && !psv_has_error ->
						printf("device: bad data, SIG_ERR\n");
						own = expected;
						psv_has_error = true;
						cq!SIG_ERR
					:: else -> printf("device: bad data, no report\n")
					fi
				:: true -> printf("device: good data\n")
				fi;
				complete(DONE)
			fi
		fi
	   }
	od
}

active proctype Polling()
{
	mtype what;

end:	do
	:: atomic { cq?what ->
		if
		/* check.c note():
		 *	atomic_store_explicit(&errors->count, count + 1, memory_order_release); */
		:: what == SIG_ERR ->
			count = (count + 1) % 8;
			printf("poll: SIG_ERR, count is %d\n", count)
		:: else -> left--
		fi;
		what = 0
	   }
	od
}
