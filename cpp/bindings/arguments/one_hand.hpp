#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

#include "arguments/python.hpp"
#include "croupier/card.hpp"
#include "croupier/card_set.hpp"

// One hand is read here without a conversion of any kind, as ranking it takes less time than one.

namespace croupier::python {

inline constexpr auto kMaskOfCard = [] {
  std::array<Mask, kPackSize> masks{};
  for (Card card = 0; card < kPackSize; ++card) masks[card] = Mask::of(card);
  return masks;
}();

/// An integer of 1, 2, 4 or 8 bytes; below zero it becomes a large number.
inline std::uint64_t load_integer(const char* item, py::ssize_t size) {
  const auto load = [item]<class Unsigned>(Unsigned value) -> std::uint64_t {
    std::memcpy(&value, item, sizeof value);
    return value;
  };
  switch (size) {
    case 1:
      return load(std::uint8_t{});
    case 2:
      return load(std::uint16_t{});
    case 4:
      return load(std::uint32_t{});
    default:
      return load(std::uint64_t{});
  }
}

/// One hand that comes in one of the plain ways. It is not good if a card is none or stands twice, if there are fewer
/// than `least` or more than `most`, and if it comes in any other way.
class OneHand {
 public:
  OneHand(PyObject* cards, int least, int most) noexcept : least_(least), most_(most) { read(cards); }

  bool good() const { return good_; }
  const Mask& mask() const { return mask_; }

 private:
  void read(PyObject* cards) {
    if (PyTuple_CheckExact(cards) || PyList_CheckExact(cards)) {
      read_items(cards);
    } else if (PyUnicode_CheckExact(cards) && PyUnicode_IS_COMPACT_ASCII(cards)) {
      read_text(cards);
    } else if (Py_TYPE(cards) == lookups().array_type) {
      read_array(cards);
    } else if (PyBytes_CheckExact(cards) && wanted(PyBytes_GET_SIZE(cards))) {
      for (const char card :
           std::string_view(PyBytes_AS_STRING(cards), static_cast<std::size_t>(PyBytes_GET_SIZE(cards))))
        add(static_cast<Card>(card));
    } else {
      good_ = false;
    }
  }

  void add(std::uint64_t card) {
    const bool in_pack = card < kPackSize;
    const Mask added = in_pack ? kMaskOfCard[card] : Mask();
    good_ &= in_pack && !mask_.intersects(added);
    mask_ |= added;
  }

  bool wanted(py::ssize_t n_cards) const { return n_cards >= least_ && n_cards <= most_; }

  void read_items(PyObject* sequence) {
    const py::ssize_t size = PySequence_Fast_GET_SIZE(sequence);
    PyObject* const* items = PySequence_Fast_ITEMS(sequence);
    good_ = wanted(size);
    for (py::ssize_t i = 0; i < size && good_; ++i) {
      if (!PyLong_CheckExact(items[i])) {
        good_ = false;
        return;
      }
      int overflow = 0;
      add(static_cast<std::uint64_t>(PyLong_AsLongLongAndOverflow(items[i], &overflow)));
    }
  }

  void read_text(PyObject* text) {
    CardReader reader(
        {static_cast<const char*>(PyUnicode_DATA(text)), static_cast<std::size_t>(PyUnicode_GET_LENGTH(text))});
    int n_cards = 0;
    while (const std::optional<Card> card = reader.next()) {
      add(*card);
      ++n_cards;
    }
    good_ &= !reader.failed() && wanted(n_cards);
  }

  void read_array(PyObject* object) {
    constexpr char kForeignOrder = std::endian::native == std::endian::little ? '>' : '<';
    const auto* array = py::detail::array_proxy(object);
    const auto dtype = py::reinterpret_borrow<py::dtype>(array->descr);
    if (array->nd != 1 || !wanted(array->dimensions[0]) || (dtype.kind() != 'u' && dtype.kind() != 'i') ||
        dtype.byteorder() == kForeignOrder) {
      good_ = false;
      return;
    }
    const char* item = array->data;
    for (py::ssize_t i = 0; i < array->dimensions[0]; ++i, item += array->strides[0]) {
      add(load_integer(item, dtype.itemsize()));
    }
  }

  int least_;
  int most_;
  Mask mask_;
  bool good_ = true;
};

}  // namespace croupier::python
