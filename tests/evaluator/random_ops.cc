#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <fmt/format.h>

#include "evaluator/program_maker.h"

// Elementwise ops and ops that move elements.

namespace shardflow::internal {

bool ProgramMaker::Unary() {
  size_t v;
  if (!AnyFloat(v, 0)) return false;
  struct Row {
    const char* name;
    bool exact;
    double bound;  // 0: unchanged
  };
  static const std::vector<Row> kRows = {
      {"negate", true, 0},    {"abs", true, 0},
      {"sign", true, 1},      {"tanh", false, 1},
      {"logistic", false, 1}, {"exponential", false, 3000},
      {"cosine", false, 1},   {"exponential_minus_one", false, 3000}};
  const Row& row = random_.Of(kRows);
  if (!row.exact) v = Tame(v);
  // The sign of a number close to zero depends on rounding.
  if (std::string_view(row.name) == "sign" && !At(v).exact) return false;
  Value made = At(v);
  made.used = false;
  made.exact &= row.exact;
  if (row.bound > 0) made.bound = row.bound;
  const std::string type = Type(made), a = Use(v);
  Emit(fmt::format("stablehlo.{} {}@@ : {}", row.name, a, type), made);
  return true;
}

bool ProgramMaker::Binary() {
  size_t a;
  if (!AnyFloat(a, 0)) return false;
  size_t b = random_.Chance(15) ? a : Given(At(a).dims, Element::kFloat);
  if (random_.Chance(50)) std::swap(a, b);
  static const std::vector<std::string> kOps = {
      "add", "add", "subtract", "multiply", "multiply", "maximum", "minimum"};
  const std::string op = random_.Of(kOps);
  if (op == "multiply" && At(a).bound * At(b).bound > 1e5) {
    a = Tame(a);
    b = Tame(b);
  }
  if (At(a).bound + At(b).bound > 1e5) a = Tame(a), b = Tame(b);
  Value made = At(a);
  made.used = false;
  made.exact = At(a).exact && At(b).exact;
  made.bound = op == "multiply" ? At(a).bound * At(b).bound
               : op == "maximum" || op == "minimum"
                   ? std::max(At(a).bound, At(b).bound)
                   : At(a).bound + At(b).bound;
  const std::string x = Use(a), y = Use(b), type = Type(made);
  Emit(fmt::format("stablehlo.{} {}, {}@@ : {}", op, x, y, type), made);
  return true;
}

bool ProgramMaker::CompareSelect() {
  size_t v;
  if (!AnyFloat(v, 0)) return false;
  const Dims dims = At(v).dims;
  const size_t a = Exact(v), b = Exact(Given(dims, Element::kFloat));
  static const std::vector<std::string> kDirections = {"LT", "GE", "EQ",
                                                       "NE", "GT", "LE"};
  const std::string bits = Type(dims, Element::kBool);
  const std::string floats = Type(dims, Element::kFloat);
  const std::string x = Use(a), y = Use(b);
  const size_t compare =
      Emit(fmt::format("stablehlo.compare {}, {}, {}, FLOAT@@ : ({}, {}) -> {}",
                       random_.Of(kDirections), x, y, floats, floats, bits),
           {.name = "", .dims = dims, .element = Element::kBool, .bound = 1});
  if (random_.Chance(30)) return true;
  const size_t other = Given(dims, Element::kFloat);
  Value made = At(v);
  made.used = false;
  made.exact = At(v).exact && At(other).exact;
  made.bound = std::max(At(v).bound, At(other).bound);
  const std::string p = Use(compare), q = Use(v), r = Use(other);
  Emit(fmt::format("stablehlo.select {}, {}, {}@@ : {}, {}", p, q, r, bits,
                   floats),
       made);
  return true;
}

bool ProgramMaker::Clamp() {
  size_t v;
  if (!AnyFloat(v, 0)) return false;
  const Dims dims = random_.Chance(50) ? Dims{} : At(v).dims;
  const size_t low = Constant(dims, Element::kFloat, -2);
  const size_t high = random_.Chance(50) ? Constant(dims, Element::kFloat, 3)
                                         : Given(dims, Element::kFloat);
  Value made = At(v);
  made.used = false;
  made.exact = At(v).exact && At(high).exact;
  made.bound = std::max(2.0, At(high).bound);
  const std::string a = Use(low), b = Use(v), c = Use(high);
  Emit(fmt::format("stablehlo.clamp {}, {}, {}@@ : ({}, {}, {}) -> {}", a, b, c,
                   Type(dims, Element::kFloat), Type(made),
                   Type(dims, Element::kFloat), Type(made)),
       made);
  return true;
}

bool ProgramMaker::Convert() {
  size_t v;
  const Element from = random_.Chance(50)   ? Element::kFloat
                       : random_.Chance(50) ? Element::kInt
                                            : Element::kBool;
  if (!Any(v, from, 0, 4)) return false;
  if (from == Element::kFloat) v = Exact(v);
  if (At(v).bound > 1e5) return false;
  Value made = At(v);
  made.used = false;
  made.element = from == Element::kFloat ? Element::kInt : Element::kFloat;
  const std::string a = Use(v), type = Type(At(v));
  Emit(fmt::format("stablehlo.convert {}@@ : ({}) -> {}", a, type, Type(made)),
       made);
  return true;
}

bool ProgramMaker::IntOp() {
  size_t a;
  if (!Any(a, Element::kInt, 0, 4)) return false;
  const size_t b = Given(At(a).dims, Element::kInt);
  static const std::vector<std::string> kOps = {
      "add", "subtract", "multiply", "maximum", "minimum", "and", "or", "xor"};
  Value made = At(a);
  made.used = false;
  made.bound = 1e9;
  const std::string x = Use(a), y = Use(b);
  Emit(fmt::format("stablehlo.{} {}, {}@@ : {}", random_.Of(kOps), x, y,
                   Type(made)),
       made);
  return true;
}

bool ProgramMaker::Chlo() {
  size_t v;
  if (!AnyFloat(v, 0)) return false;
  const bool square = random_.Chance(50);
  v = Tame(v);
  Value made = At(v);
  made.used = false;
  made.exact &= square;
  made.bound = square ? made.bound * made.bound : 1;
  const std::string a = Use(v), type = Type(made);
  Emit(fmt::format("chlo.{} {}@@ : {} -> {}", square ? "square" : "erf", a,
                   type, type),
       made);
  return true;
}

bool ProgramMaker::Broadcast() {
  size_t v;
  if (!AnyFloat(v, 0, 3)) return false;
  const Dims from = At(v).dims;
  Dims dims, mapping;
  for (size_t d = 0; d <= from.size(); ++d) {
    while (dims.size() + from.size() - d < 4 && random_.Chance(35)) {
      dims.push_back(Size());
    }
    if (d == from.size()) break;
    mapping.push_back(static_cast<int64_t>(dims.size()));
    dims.push_back(from[d] == 1 && random_.Chance(50) ? Size() : from[d]);
  }
  if (Volume(dims) > 4096) return false;
  Value made = At(v);
  made.used = false;
  made.dims = dims;
  const std::string a = Use(v), type = Type(At(v));
  Emit(fmt::format("stablehlo.broadcast_in_dim {}, dims = {}@@ : ({}) -> {}", a,
                   List(mapping), type, Type(made)),
       made);
  return true;
}

bool ProgramMaker::Transpose() {
  size_t v;
  if (!AnyFloat(v, 2)) return false;
  Dims order(At(v).dims.size());
  std::iota(order.begin(), order.end(), 0);
  random_.Shuffle(order);
  Value made = At(v);
  made.used = false;
  for (size_t d = 0; d < order.size(); ++d) {
    made.dims[d] = At(v).dims[static_cast<size_t>(order[d])];
  }
  const std::string a = Use(v), type = Type(At(v));
  Emit(fmt::format("stablehlo.transpose {}, dims = {}@@ : ({}) -> {}", a,
                   List(order), type, Type(made)),
       made);
  return true;
}

bool ProgramMaker::Reshape() {
  size_t v;
  if (!AnyFloat(v)) return false;
  Dims dims = At(v).dims;
  const int64_t steps = random_.In(1, 2);
  for (int64_t i = 0; i < steps; ++i) {
    const size_t d = random_.Below(dims.size());
    if (random_.Chance(50) && d + 1 < dims.size()) {  // merge
      dims[d] *= dims[d + 1];
      dims.erase(dims.begin() + static_cast<ptrdiff_t>(d) + 1);
    } else if (dims.size() < 5) {  // split
      Dims factors = {1};
      for (int64_t f = 2; f <= dims[d]; ++f) {
        if (dims[d] % f == 0) factors.push_back(f);
      }
      const int64_t factor = random_.Of(factors);
      dims[d] /= factor;
      dims.insert(dims.begin() + static_cast<ptrdiff_t>(d), factor);
    }
  }
  if (dims == At(v).dims || dims.size() > 4) return false;
  Value made = At(v);
  made.used = false;
  made.dims = dims;
  const std::string a = Use(v), type = Type(At(v));
  Emit(fmt::format("stablehlo.reshape {}@@ : ({}) -> {}", a, type, Type(made)),
       made);
  return true;
}

bool ProgramMaker::Slice() {
  size_t v;
  if (!AnyFloat(v)) return false;
  Value made = At(v);
  made.used = false;
  std::string ranges;
  for (size_t d = 0; d < made.dims.size(); ++d) {
    const int64_t size = made.dims[d];
    int64_t start = 0, limit = size, stride = 1;
    if (random_.Chance(50)) {
      start = random_.In(0, size - 1);
      limit = random_.In(start + 1, size);
      if (random_.Chance(30)) start = 0;
      if (random_.Chance(30)) limit = size;
      if (random_.Chance(25)) stride = random_.In(2, 3);
    }
    made.dims[d] = (limit - start + stride - 1) / stride;
    ranges += fmt::format("{}{}:{}{}", d == 0 ? "" : ", ", start, limit,
                          stride == 1 ? "" : fmt::format(":{}", stride));
  }
  const std::string a = Use(v), type = Type(At(v));
  Emit(fmt::format("stablehlo.slice {} [{}]@@ : ({}) -> {}", a, ranges, type,
                   Type(made)),
       made);
  return true;
}

bool ProgramMaker::Pad() {
  size_t v;
  if (!AnyFloat(v)) return false;
  Dims low, high, interior;
  Value made = At(v);
  made.used = false;
  for (int64_t& size : made.dims) {
    low.push_back(random_.Chance(40) ? random_.In(-1, 2) : 0);
    high.push_back(random_.Chance(40) ? random_.In(-1, 3) : 0);
    interior.push_back(random_.Chance(15) ? random_.In(1, 2) : 0);
    const int64_t spread = (size - 1) * (interior.back() + 1) + 1;
    if (spread + low.back() + high.back() < 1) low.back() = high.back() = 0;
    size = spread + low.back() + high.back();
  }
  if (Volume(made.dims) > 4096) return false;
  const size_t scalar = random_.Chance(60)
                            ? Constant({}, Element::kFloat, random_.In(0, 3))
                            : Given({}, Element::kFloat);
  made.exact &= At(scalar).exact;
  made.bound = std::max(made.bound, At(scalar).bound);
  const std::string a = Use(v), s = Use(scalar), type = Type(At(v));
  Emit(fmt::format("stablehlo.pad {}, {}, low = {}, high = {}, interior = "
                   "{}@@ : ({}, tensor<f32>) -> {}",
                   a, s, List(low), List(high), List(interior), type,
                   Type(made)),
       made);
  return true;
}

bool ProgramMaker::Reverse() {
  size_t v;
  if (!AnyFloat(v)) return false;
  Dims dims;
  for (size_t d = 0; d < At(v).dims.size(); ++d) {
    if (random_.Chance(60)) dims.push_back(static_cast<int64_t>(d));
  }
  if (dims.empty()) return false;
  Value made = At(v);
  made.used = false;
  const std::string a = Use(v);
  Emit(fmt::format("stablehlo.reverse {}, dims = {}@@ : {}", a, List(dims),
                   Type(made)),
       made);
  return true;
}

bool ProgramMaker::Concatenate() {
  size_t v;
  if (!AnyFloat(v)) return false;
  const size_t d = random_.Below(At(v).dims.size());
  std::vector<size_t> parts = {v};
  for (size_t i = 0; i < scope().values.size() && parts.size() < 4; ++i) {
    if (At(i).element != Element::kFloat ||
        At(i).dims.size() != At(v).dims.size() || random_.Chance(30)) {
      continue;
    }
    bool fits = true;
    for (size_t k = 0; k < At(v).dims.size(); ++k) {
      fits &= k == d || At(i).dims[k] == At(v).dims[k];
    }
    if (fits) parts.push_back(i);
  }
  if (parts.size() == 1) {
    Dims dims = At(v).dims;
    dims[d] = Size();
    parts.push_back(Given(dims, Element::kFloat));
  }
  Value made = At(v);
  made.used = false;
  made.dims[d] = 0;
  std::string names, types;
  for (const size_t part : parts) {
    made.dims[d] += At(part).dims[d];
    made.exact &= At(part).exact;
    made.bound = std::max(made.bound, At(part).bound);
    names += (names.empty() ? "" : ", ") + Use(part);
    types += (types.empty() ? "" : ", ") + Type(At(part));
  }
  if (Volume(made.dims) > 4096) return false;
  Emit(fmt::format("stablehlo.concatenate {}, dim = {}@@ : ({}) -> {}", names,
                   d, types, Type(made)),
       made);
  return true;
}

// Like jnp.roll: two slices, concatenated in reverse order.
bool ProgramMaker::Roll() {
  size_t v;
  if (!AnyFloat(v)) return false;
  const size_t d = random_.Below(At(v).dims.size());
  const int64_t size = At(v).dims[d];
  if (size < 2) return false;
  const int64_t shift = random_.In(1, size - 1);
  const Value whole = At(v);
  const auto cut = [&](int64_t start, int64_t limit) {
    Value made = whole;
    made.used = false;
    std::string ranges;
    for (size_t k = 0; k < made.dims.size(); ++k) {
      ranges += fmt::format("{}{}:{}", k == 0 ? "" : ", ", k == d ? start : 0,
                            k == d ? limit : made.dims[k]);
    }
    made.dims[d] = limit - start;
    const std::string a = Use(v);
    return Emit(fmt::format("stablehlo.slice {} [{}]@@ : ({}) -> {}", a, ranges,
                            Type(whole), Type(made)),
                made);
  };
  const size_t tail = cut(shift, size), head = cut(0, shift);
  Value made = whole;
  made.used = false;
  const std::string types =
      fmt::format("{}, {}", Type(At(tail)), Type(At(head)));
  const std::string a = Use(tail), b = Use(head);
  Emit(fmt::format("stablehlo.concatenate {}, {}, dim = {}@@ : ({}) -> {}", a,
                   b, d, types, Type(made)),
       made);
  return true;
}

bool ProgramMaker::Iota() {
  const Dims dims = Shape(1, 3);
  const size_t d = random_.Below(dims.size());
  const Element element = random_.Chance(60) ? Element::kFloat : Element::kInt;
  Emit(fmt::format("stablehlo.iota dim = {}@@ : {}", d, Type(dims, element)),
       {.name = "",
        .dims = dims,
        .element = element,
        .bound = static_cast<double>(dims[d])});
  return true;
}

bool ProgramMaker::DenseConstant() {
  const Dims dims = {Size(), Size()};
  std::string rows;
  for (int64_t i = 0; i < dims[0]; ++i) {
    std::string row;
    for (int64_t k = 0; k < dims[1]; ++k) {
      row += fmt::format("{}{}.0", k == 0 ? "" : ", ", random_.In(-4, 4));
    }
    rows += fmt::format("{}[{}]", i == 0 ? "" : ", ", row);
  }
  Emit(fmt::format("stablehlo.constant@@ dense<[{}]> : {}", rows,
                   Type(dims, Element::kFloat)),
       {.name = "", .dims = dims});
  return true;
}

bool ProgramMaker::Constraint() {
  size_t v;
  if (scope().is_manual || !AnyFloat(v)) return false;
  Value made = At(v);
  made.used = false;
  const std::string a = Use(v);
  Emit(fmt::format("sdy.sharding_constraint {} {} : {}", a, Sharding(made.dims),
                   Type(made)),
       made);
  return true;
}

}  // namespace shardflow::internal
