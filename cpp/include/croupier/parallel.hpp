#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace croupier {

/// Says whether a long loop should end early; asked often, so it must be quick. An empty one never does.
using Interrupted = std::function<bool()>;

/// The cores that this process may run on, or as many as its quota pays for if they are fewer; at least 1.
unsigned available_cores();

/// How many cores the control groups of this process allow it, of either version, begun ones included; nothing where
/// they set no limit. The files of the system are looked for below `root`.
std::optional<unsigned> cores_of_quota(const std::string& root);

/// Sets aside what the runtime needs to throw an exception on this thread: a thread that asks for it only when there is
/// no memory left ends the process.
inline void prepare_for_exceptions() {
  [[maybe_unused]] volatile const int uncaught = std::uncaught_exceptions();  // volatile, or nobody would ask
}

/// The number of threads that share `size` items in blocks of `block`: no more than there are blocks, at least 1.
unsigned count_workers(std::size_t size, std::size_t block, unsigned threads);

/// Runs body(worker, begin, end) over [0, size) in blocks of at most `block` items, on the calling thread, which is
/// worker 0, and on up to `threads` - 1 others. Blocks are handed out in ascending order. The calling thread asks
/// `interrupted` before each of its blocks: once it says yes, no further block starts.
///
/// Returns false if it was interrupted. What `body` or `interrupted` throws first, on whichever thread, ends the others
/// and is thrown once they have ended.
bool for_each_block(std::size_t size, std::size_t block, unsigned threads,
                    const std::function<void(unsigned worker, std::size_t begin, std::size_t end)>& body,
                    const Interrupted& interrupted);

/// Counts what happens in [0, size): count(begin, end, histogram) adds a block to one of the histograms of `bins` bins,
/// a thread each, whose sum is returned. Nothing if it was interrupted.
std::optional<std::vector<std::int64_t>> count_blocks(
    std::size_t size, std::size_t block, std::size_t bins, unsigned threads,
    const std::function<void(std::size_t begin, std::size_t end, std::span<std::int64_t> histogram)>& count,
    const Interrupted& interrupted);

}  // namespace croupier
