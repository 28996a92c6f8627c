#include "fuzz/program_shardings.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include <fmt/format.h>

namespace shardflow::internal::fuzz {
namespace {

constexpr int64_t kAxisSizes[] = {2, 4, 2, 3, 8, 1, 6, int64_t{1} << 40};

// An axis or a sub-axis, with its text.
struct Piece {
  std::string text;
  std::string axis;
  int64_t low = 1;
  int64_t high = 1;
};

// Returns axes and parts of axes that don't overlap, in an order chosen by the
// bytes.
std::vector<Piece> Cut(Bytes& b, const std::vector<MeshAxis>& axes) {
  std::vector<Piece> pieces;
  const auto add = [&](Piece piece) {
    pieces.insert(pieces.begin() +
                      static_cast<std::ptrdiff_t>(b.Choose(pieces.size() + 1)),
                  std::move(piece));
  };
  for (const MeshAxis& axis : axes) {
    if (axis.size % 2 != 0 || axis.size < 4 || !b.Maybe(80)) {
      add({fmt::format("\"{}\"", axis.name), axis.name, 1, axis.size});
      continue;
    }
    const int64_t rest = axis.size / 2;
    add({fmt::format("\"{}\":(1)2", axis.name), axis.name, 1, 2});
    add({fmt::format("\"{}\":(2){}", axis.name, rest), axis.name, 2,
         axis.size});
  }
  return pieces;
}

bool Merge(const Piece& major, const Piece& minor) {
  return major.axis == minor.axis && major.high == minor.low;
}

}  // namespace

Shardings::Shardings(Bytes& b) {
  constexpr std::string_view kNames[] = {"a", "b", "c", "d"};
  const size_t count = b.Choose(5);
  for (size_t i = 0; i < count; ++i) {
    axes_.push_back({std::string(kNames[i]), b.OneOf<int64_t>(kAxisSizes)});
  }
  // Keeps the product of the sizes in range.
  int64_t product = 1;
  for (MeshAxis& axis : axes_) {
    if (__builtin_mul_overflow(product, axis.size, &product)) {
      product = INT64_MAX;
      axis.size = 1;
    }
  }
  const size_t more = b.Choose(32);
  has_other_ = (more & 1) != 0 && (more & 16) != 0;
  has_device_ = (more & 2) != 0 && (more & 16) != 0;
  has_priorities_ = (more & 4) != 0;
  has_unreduced_ = (more & 8) != 0;
}

std::string Shardings::Definitions() const {
  std::string axes;
  for (const MeshAxis& axis : axes_) {
    axes += fmt::format("{}\"{}\"={}", axes.empty() ? "" : ", ", axis.name,
                        axis.size);
  }
  std::string text = fmt::format("sdy.mesh @mesh = <[{}]>\n", axes);
  if (has_other_) text += fmt::format("sdy.mesh @same = <[{}]>\n", axes);
  if (has_device_) text += "sdy.mesh @one = <[], device_ids=[0]>\n";
  return text;
}

std::string Shardings::Priority(Bytes& b) const {
  return has_priorities_ && b.Maybe(90) ? fmt::format("p{}", b.Choose(4)) : "";
}

std::string Shardings::Any(Bytes& b, size_t rank,
                           const std::vector<MeshAxis>& free) const {
  if (has_device_ && b.Maybe(40)) return "<@one, []>";
  std::vector<Piece> pieces = Cut(b, free);
  std::string dims;
  for (size_t d = 0; d < rank; ++d) {
    std::string names;
    Piece last;
    while (!pieces.empty() && b.Maybe(110)) {
      if (Merge(last, pieces.back())) break;
      last = pieces.back();
      pieces.pop_back();
      names += (names.empty() ? "" : ", ") + last.text;
    }
    const bool open = b.Maybe(128);
    if (open) names += names.empty() ? "?" : ", ?";
    const std::string priority = names.empty() ? "" : Priority(b);
    dims +=
        fmt::format("{}{{{}}}{}", dims.empty() ? "" : ", ", names, priority);
  }
  std::string text = fmt::format(
      "<@{}, [{}]", has_other_ && b.Maybe(60) ? "same" : "mesh", dims);
  std::ranges::sort(pieces, {}, &Piece::text);
  if (!pieces.empty() && b.Maybe(30)) {
    text += fmt::format(", replicated={{{}}}", pieces.back().text);
    pieces.pop_back();
  }
  if (!pieces.empty() && has_unreduced_ && b.Maybe(60)) {
    text += fmt::format(", unreduced={{{}}}", pieces.back().text);
  }
  return text + ">";
}

std::string Shardings::Manual(Bytes& b, std::vector<MeshAxis> manual,
                              const std::vector<MeshAxis>& free,
                              std::vector<int64_t>& dims) const {
  std::vector<Piece> pieces = Cut(b, free);
  std::string text;
  for (int64_t& dim : dims) {
    std::string names;
    const auto add = [&](const std::string& name) {
      names += (names.empty() ? "" : ", ") + name;
    };
    while (!manual.empty() && dim % manual.back().size == 0 && b.Maybe(128)) {
      dim /= manual.back().size;
      add(fmt::format("\"{}\"", manual.back().name));
      manual.pop_back();
    }
    if (!pieces.empty() && b.Maybe(50)) {
      add(pieces.back().text);
      pieces.pop_back();
    }
    if (b.Maybe(80)) add("?");
    const std::string priority = names.empty() ? "" : Priority(b);
    text +=
        fmt::format("{}{{{}}}{}", text.empty() ? "" : ", ", names, priority);
  }
  text = fmt::format("<@mesh, [{}]", text);
  if (!manual.empty() && b.Maybe(100)) {
    std::ranges::sort(manual, {}, &MeshAxis::name);
    std::string names;
    for (const MeshAxis& axis : manual) {
      names += fmt::format("{}\"{}\"", names.empty() ? "" : ", ", axis.name);
    }
    text += fmt::format(", replicated={{{}}}", names);
  }
  return text + ">";
}

}  // namespace shardflow::internal::fuzz
