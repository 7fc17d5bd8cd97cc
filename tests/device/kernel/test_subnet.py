# SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
"""Linux's communication management on the device: IPoIB, rdma_cm, and the subnet administration that they ask."""

from __future__ import annotations

import os
import re

from machine import BUILD, ROOT

SUBNET = os.path.join(ROOT, "tests", "device", "kernel", "subnet.py")
PORT, GROUP = "fe80::c42:a103:50:1", "ff12:401b:ffff::ffff:ffff"
ANSWERS = {  # of the subnet administration, to subnet.py
    f"path={PORT}": "0x81 0x0000 dlid 1 slid 1 reversible 1 pkey 0xffff mtu 2,5 rate 2,16 life 2,18",
    "path=fe80::c42:a103:50:101": "0x81 0x0000 dlid 2 slid 1 reversible 1 pkey 0xffff mtu 2,5 rate 2,16 life 2,18",
    f"path={PORT}/fe80::c42:a103:50:101": "0x81 0x0000 dlid 1 slid 2 reversible 1 pkey 0xffff mtu 2,5 rate 2,16 life 2,18",
    "path=2001:db8::1": "0x81 0x0300 ",
    f"path={PORT}/2001:db8::1": "0x81 0x0300 ",
    f"join={GROUP}": r"0x81 0x0000 qkey 0xb1b mlid 0x[c-f]\w{3} mtu 2,5 pkey 0xffff rate 2,16 life 2,18 scope 2 state 1",
    f"join={GROUP}/4": r"0x81 0x0000 qkey 0xb1b .* state 4",
    f"join={GROUP}/0": "0x81 0x0200 ",
    f"join={PORT}": "0x81 0x0200 ",
    f"leave={GROUP}": r"0x95 0x0000 .* scope 2 state 1",
    "raw=3/2/1/0x01/0": "0x81 0x0000",  # ClassPortInfo
    "raw=3/2/1/0x35/0": "0x81 0x0600",  # a path without its end
    "raw=3/2/2/0x38/1": "0x81 0x0600",  # a join without its member
    "raw=3/2/2/0x38/0x10003": "0x81 0x0500",  # of no port
    "raw=3/2/1/0x11/0": "0x81 0x000c",  # NodeRecord
    "raw=3/2/18/0x35/4": "0x92 0x0008",  # GetTable
    "raw=3/1/1/0x01/0": "0x81 0x0004",  # another version
}


def test_subnet_administration(machine):
    """A program that knows the layouts by itself asks it by management datagrams, of which some come late."""
    done = machine.run("python3", SUBNET, *ANSWERS, options=(
        "--kernel", "--devices", "2", "--strict", "--fault", "packet-delay:every=3"))
    assert done.status == 0 and done.messages == "", done.text + done.messages
    said = dict(line.split(": ", 1) for line in done.text.splitlines())
    assert {query: answer for query, answer in said.items() if not re.match(ANSWERS[query], answer)} == {}
    assert said.keys() == ANSWERS.keys()


# Two hosts: a network namespace for each function. A client that comes before its server listens is refused, and tries again.
HOSTS = """
for i in 0 1; do
	ip netns add host$i && ip link set ib$i netns host$i
	ip -n host$i addr add 10.9.0.$((i + 1))/24 dev ib$i && ip -n host$i link set lo up && ip -n host$i link set ib$i up
done
for i in 0 1; do
	until ip -n host$i -o link show dev ib$i | grep -q LOWER_UP; do sleep 0.05; done
done
on() { ip netns exec host$1 stdbuf -oL $2; }
both() {
	on 0 "$1" > /tmp/server 2>&1 &
	until [ -z "$3" ] || [ $(grep -c "$3" /tmp/server) = 2 ]; do sleep 0.05; done
	for try in $(seq 100); do
		on 1 "$2" > /tmp/client 2>&1 && break
		sleep 0.1
	done
	wait $! && cat /tmp/client
}
"""
EXAMPLE = os.path.join(BUILD, "examples", "rdma_cm")
PROGRAMS = {  # server, client, what the client says; what the server says twice before
    "rping": ("rping -s -a 10.9.0.1 -C 20 -v", "rping -c -a 10.9.0.1 -C 20 -v", "ping data: rdma-ping-19:", ""),
    "ucmatose": ("ucmatose", "ucmatose -s 10.9.0.1", "test complete", ""),
    "udaddy": ("udaddy", "udaddy -s 10.9.0.1", "test complete", ""),
    "mckey": ("mckey -m 239.1.1.1 -b 10.9.0.1 -c 2 -C 5", "mckey -m 239.1.1.1 -b 10.9.0.2 -s -c 2 -C 5", "test complete",
              "joined dgid"),
    "our example": (EXAMPLE, f"{EXAMPLE} 10.9.0.1", "64 blocks written, with T10-DIF", ""),
    "ib_write_bw": ("ib_write_bw -R -n 200 -F", "ib_write_bw -R -n 200 -F 10.9.0.1", " 65536      200 ", ""),
    "ib_send_bw to a group": ("ib_send_bw -c UD -g -d mlx5_0 -n 100 -r 200 -F",
                              "ib_send_bw -c UD -g -d mlx5_1 -n 100 -F 10.9.0.1", " 4096       100 ", ""),
}


def test_hosts(machine):
    """Programs of two hosts find each other by Linux's rdma_cm: addresses by ARP over IPoIB's multicast group, paths by the
    subnet administration, connections by messages to queue pair 1."""
    commands = [f'both "{server}" "{client}" "{before}"' for server, client, _, before in PROGRAMS.values()]
    commands = [HOSTS, *commands, "dmesg | grep 'RDMA CMA'; ip -n host1 neigh"]
    _, *ended, last = machine.run_all(commands, options=("--kernel", "--devices", "2"))
    for (name, (_, _, text, _)), done in zip(PROGRAMS.items(), ended):
        assert done.status == 0 and text in done.text, f"{name}: {done.text}"
    assert re.search(r"10\.9\.0\.1 dev ib1 lladdr \S+ [A-Z]+", last.text) and "RDMA CMA" not in last.text, last.text
    assert last.messages == ""
