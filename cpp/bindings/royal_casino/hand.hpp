#pragma once

#include <pybind11/pybind11.h>

#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <vector>

#include "arguments/integers.hpp"
#include "bind.hpp"
#include "croupier/royal_casino/moves.hpp"
#include "croupier/royal_casino/scoring.hpp"
#include "croupier/royal_casino/text.hpp"
#include "opaque_class.hpp"

namespace croupier::python {

namespace rc = royal_casino;

/// The items of a tuple or list; `count` of them, or up to 52.
std::vector<py::object> read_items(py::handle object, const char* argument, std::optional<std::size_t> count = {});

/// Refuses what is none of `names`.
[[noreturn]] void refuse_name(py::handle object, const char* argument, std::span<const std::string_view> names);

/// The text of a str; nothing if it is none.
std::optional<std::string_view> text_of(py::handle object);

/// Reads one of a few things by its name.
template <class Names>
typename Names::key_type read_name(py::handle object, const char* argument, const Names& names) {
  if (const auto text = text_of(object)) {
    for (const auto key : names.keys()) {
      if (names[key] == *text) return key;
    }
  }
  refuse_name(object, argument, names.values);
}

/// Reads one of the first seats or sides by its number.
template <class Key>
Key read_place(py::handle object, const char* argument, std::span<const Key> places) {
  return places[static_cast<std::size_t>(read_between(object, argument, 0, std::ssize(places) - 1))];
}

template <class Items, class Convert>
py::tuple to_tuple_of(const Items& items, Convert convert) {
  py::tuple tuple(std::ranges::size(items));
  std::size_t i = 0;
  for (const auto& item : items) tuple[i++] = convert(item);
  return tuple;
}

py::tuple to_tuple(CardSet cards);
py::tuple to_tuple(std::span<const Card> cards);
py::tuple to_tuple(const rc::Build& build);
py::tuple to_tuple(const rc::BuildText& build);
py::tuple to_tuple(const rc::Score& score);

template <class Items>
py::tuple to_tuples(const Items& items) {
  return to_tuple_of(items, [](const auto& item) { return to_tuple(item); });
}

/// A number, or None.
template <class T>
py::object to_optional(const std::optional<T>& number) {
  if (!number) return py::none();
  return py::int_(number_of(*number));
}

/// The name of a kind of move, the same object each time.
py::handle name_of(rc::MoveKind kind);

/// A move, and the sets of loose cards that its text names.
struct GroupedMove {
  rc::Move move;
  std::vector<CardSet> groups;
};

/// Reads the parts of a move: kind, card, groups, cards of its builds, value.
GroupedMove read_move(py::handle parts);

/// A state and the rules it is played by.
class Hand {
 public:
  Hand(const rc::Rules& rules, const rc::State& state) : rules_(rules), state_(state) {}

  const rc::Rules& rules() const { return rules_; }
  const rc::State& state() const { return state_; }

  py::tuple table() const;
  py::tuple hands() const;
  py::tuple builds() const;
  py::tuple stock() const;
  py::tuple piles() const;
  py::tuple sweeps() const;
  unsigned to_move() const;
  py::object last_capture() const;
  bool is_over() const;
  py::tuple scores() const;

  /// What the player to move sees: no other hand, and no stock.
  Hand seen() const;

  /// The parts of a move: kind, card, groups, builds, value.
  py::tuple describe(const rc::Move& move) const;
  py::list legal_moves() const;

  /// The move of these parts; throws the rule that it breaks.
  rc::Move check(py::handle parts) const;
  Hand play(py::handle parts) const;

 private:
  template <class T>
  auto of_sides(const rc::PerSide<T>& items) const {
    return std::span(items.values).first(rules_.n_sides());
  }

  rc::Rules rules_;
  rc::State state_;
};

void bind_royal_casino_hand(py::module_& module);
void bind_royal_casino_play(py::module_& module);
void bind_royal_casino_text(py::module_& module);

}  // namespace croupier::python

namespace pybind11::detail {

template <>
struct type_caster<croupier::royal_casino::Rules> : croupier::python::OpaqueCaster<croupier::royal_casino::Rules> {};
template <>
struct type_caster<croupier::python::Hand> : croupier::python::OpaqueCaster<croupier::python::Hand> {};

}  // namespace pybind11::detail
