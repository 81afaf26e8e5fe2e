#pragma once

#include <string_view>
#include <vector>

namespace croupier {

/// The instruction sets whose kernels this build holds, slowest first.
std::vector<std::string_view> compiled_isas();

/// Those of them that this processor runs.
std::vector<std::string_view> available_isas();

/// The instruction set in use: the fastest one, unless use_isa() chose another.
std::string_view isa_in_use();

/// Makes every kernel use the instruction set of this name. Returns false, and changes nothing, if it is not available.
bool use_isa(std::string_view name);

}  // namespace croupier
