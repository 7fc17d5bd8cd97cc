# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
# For gdb, which loads it with libsoftmlx5.so. A doorbell is a SIGSEGV that the device handles. A fault
# of the program that would kill it calls softmlx5_fault() first: gdb stops there, and `up` three times
# is the place.
handle SIGSEGV SIGBUS nostop noprint pass
set breakpoint pending on
break softmlx5_fault
set breakpoint pending auto
