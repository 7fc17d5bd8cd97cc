// SPDX-License-Identifier: GPL-2.0 OR Linux-OpenIB
/*
 * A rank of Gloo, on its transport with verbs: allreduce of arrays of several sizes, whose sums are
 * known.
 */
#include <gloo/allreduce_ring_chunked.h>
#include <gloo/barrier_all_to_all.h>
#include <gloo/rendezvous/context.h>
#include <gloo/rendezvous/file_store.h>
#include <gloo/transport/ibverbs/device.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <unistd.h>
#include <vector>

using Sum = gloo::AllreduceRingChunked<long>;

static long element(int rank, int i)
{
	return 1000003L * rank + i;
}

int main(int argc, char **argv)
{
	if (argc != 4) {
		fprintf(stderr, "usage: allreduce RANK RANKS FOLDER\n");
		return 2;
	}

	const int rank = atoi(argv[1]), ranks = atoi(argv[2]);
	gloo::transport::ibverbs::attr place;

	place.name = "mlx5_0";
	place.port = 1;
	place.index = 0;

	auto device = gloo::transport::ibverbs::CreateDevice(place);
	auto store = gloo::rendezvous::FileStore(argv[3]);
	auto context = std::make_shared<gloo::rendezvous::Context>(rank, ranks);
	std::vector<std::unique_ptr<Sum>> sums;
	std::vector<std::vector<long>> arrays;
	int wrong = 0;

	context->connectFullMesh(store, device);
	for (int n = 1; n < 200000; n = 7 * n + 3) {
		arrays.emplace_back(n);
		for (int i = 0; i < n; i++)
			arrays.back()[i] = element(rank, i);
		sums.emplace_back(new Sum(context, { arrays.back().data() }, n));
		sums.back()->run();
		for (int i = 0; i < n; i++) {
			long sum = 0;

			for (int other = 0; other < ranks; other++)
				sum += element(other, i);
			wrong += arrays.back()[i] != sum;
		}
	}

	/*
	 * After the barrier all messages to this rank have arrived; after the second one those of
	 * all ranks, so that none is sent to a process that has ended.
	 */
	gloo::BarrierAllToAll barrier(context);
	std::vector<std::string> ended;

	barrier.run();
	for (int other = 0; other < ranks; other++)
		ended.push_back("ended-" + std::to_string(other));
	store.set(ended[rank], { 1 });
	store.wait(ended);
	printf("%zu arrays, %d wrong elements\n", arrays.size(), wrong);
	fflush(stdout);
	/* No destructors: those of Gloo throw if a send has not been completed. */
	_exit(wrong != 0);
}
