#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "arguments/integers.hpp"
#include "arguments/output.hpp"
#include "arguments/python.hpp"
#include "bind.hpp"
#include "croupier/card.hpp"
#include "croupier/card_set.hpp"
#include "croupier/inplace_vector.hpp"
#include "croupier/poker/strength.hpp"

namespace croupier::python {
namespace {

using Line = InplaceVector<Card, kMaxHandCards>;

/// The mask of the hand on a line, whose cards are read in their order; empty if anything else stands there.
Mask read_hand(std::string_view line, Line& cards) {
  CardReader reader(line);
  Mask hand;
  while (const std::optional<Card> card = reader.next()) {
    if (cards.size() == Line::capacity() || hand.contains(*card)) return {};
    cards.push_back(*card);
    hand |= Mask::of(*card);
  }
  return reader.failed() || cards.size() < kMinHandCards ? Mask() : hand;
}

constexpr auto kCardTexts = [] {
  std::array<std::array<char, 2>, kPackSize> texts{};
  for (std::size_t card = 0; card < kPackSize; ++card) texts[card] = {"23456789TJQKA"[card / 4], "cdhs"[card % 4]};
  return texts;
}();

py::object text_of(std::span<const Card> cards) {
  py::object text = own(PyUnicode_New(std::ssize(cards) * 2, 127));
  auto* to = static_cast<char*>(PyUnicode_DATA(text.ptr()));
  for (const Card card : cards) to = std::ranges::copy(kCardTexts[card], to).out;
  return text;
}

void append(const py::list& list, const py::object& item) {
  if (PyList_Append(list.ptr(), item.ptr()) != 0) throw py::error_already_set();
}

py::tuple rank_lines(py::handle lines, py::handle longest, py::handle with_cards) {
  if (!PyBytes_Check(lines.ptr())) throw py::type_error("lines: bytes are needed, got " + type_name(lines));
  const auto most = static_cast<std::size_t>(read_between(longest, "longest", 0, INT64_MAX));
  const bool texts = with_cards.ptr() == Py_True;
  std::string_view rest(PyBytes_AS_STRING(lines.ptr()), static_cast<std::size_t>(PyBytes_GET_SIZE(lines.ptr())));
  std::vector<Strength> strengths;
  const py::list cards, fives;
  SignalCheck check_signals;
  while (!rest.empty()) {
    check_signals();
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    Line line;
    const Mask hand = end > most ? Mask() : read_hand(rest.substr(0, end), line);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    strengths.push_back(hand.empty() ? Strength{0} : rank(hand));
    if (!texts) continue;
    append(cards, text_of(hand.empty() ? std::span<const Card>() : std::span<const Card>(line.begin(), line.size())));
    append(fives, text_of(hand.empty() ? std::span<const Card>() : std::span<const Card>(best_five(hand))));
  }
  return py::make_tuple(to_array(strengths), cards, fives);
}

}  // namespace

void bind_lines(py::module_& module) {
  module.def("rank_lines", rank_lines, py::arg("lines"), py::arg("longest"), py::arg("with_cards"),
             "rank_lines(lines, longest, with_cards)\n--\n\n"
             "The strengths of the hands in bytes, a hand a line: uint16, 0 for a line that is none or longer; and "
             "lists of their cards and of their best five as text, empty ones unless they are wanted.");
}

}  // namespace croupier::python
