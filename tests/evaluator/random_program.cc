#include "evaluator/random_program.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "evaluator/program_maker.h"

namespace shardflow::internal {

std::string RandomProgram(uint64_t seed) { return ProgramMaker(seed).Make(); }

ProgramMaker::ProgramMaker(uint64_t seed) : random_(seed) {
  const std::vector<std::vector<int64_t>> meshes = {
      {2, 2, 2}, {2, 4}, {4, 2}, {8}, {2, 2}, {4}, {2, 3}, {3, 2}, {6}, {2}};
  for (const int64_t size : random_.Of(meshes)) {
    axes_.push_back({std::string(1, "xyz"[axes_.size()]), size});
  }
  int64_t devices = 1;
  for (const Axis& axis : axes_) devices *= axis.size;
  if (random_.Chance(10)) {
    for (int64_t i = 0; i < devices; ++i) device_ids_.push_back(i);
    random_.Shuffle(device_ids_);
    if (std::is_sorted(device_ids_.begin(), device_ids_.end())) {
      device_ids_.clear();
    }
  }
  const std::vector<std::vector<int64_t>> sizes = {
      {2, 4, 8},       {4, 8, 8, 16}, {2, 3, 4, 6, 8, 12},
      {3, 5, 7, 8, 9}, {1, 2, 4, 8},  {2, 4, 5, 6, 8, 10, 12}};
  sizes_ = random_.Of(sizes);
  annotated_ = random_.Of(std::vector<int>{5, 15, 30, 50});
}

// --- text

std::string ProgramMaker::Type(const Dims& dims, Element element) {
  std::string text = "tensor<";
  for (const int64_t dim : dims) text += fmt::format("{}x", dim);
  text += element == Element::kFloat ? "f32"
          : element == Element::kInt ? "i32"
                                     : "i1";
  return text + ">";
}

std::string ProgramMaker::List(const Dims& dims) {
  return fmt::format("[{}]", fmt::join(dims, ", "));
}

int64_t ProgramMaker::Volume(const Dims& dims) {
  int64_t volume = 1;
  for (const int64_t dim : dims) volume *= dim;
  return volume;
}

std::string ProgramMaker::Fresh() { return fmt::format("%v{}", next_++); }

void ProgramMaker::Line(std::string_view text) {
  scope().text += fmt::format("    {}\n", text);
}

size_t ProgramMaker::Emit(std::string text, Value result) {
  result.name = Fresh();
  const size_t mark = text.find("@@");
  if (mark != std::string::npos) {
    text.replace(mark, 2, SomeSharding(result.dims));
  }
  Line(fmt::format("{} = {}", result.name, text));
  scope().values.push_back(std::move(result));
  return scope().values.size() - 1;
}

std::string ProgramMaker::Axes(const std::vector<std::string>& pieces) const {
  return fmt::format("{{{}}}", fmt::join(pieces, ", "));
}

std::string ProgramMaker::Sharding(const Dims& dims, bool closed_only) {
  std::vector<std::string> pieces;
  for (const Axis& axis : axes_) {
    if (axis.size == 1 || random_.Chance(20)) continue;
    if (axis.size % 4 == 0 && random_.Chance(20)) {
      const int64_t rest = axis.size / 2;
      // Only one part of a split axis is used: if two were adjacent, they would
      // have to be merged.
      if (random_.Chance(50))
        pieces.push_back(fmt::format("\"{}\":(1)2", axis.name));
      else
        pieces.push_back(fmt::format("\"{}\":(2){}", axis.name, rest));
    } else {
      pieces.push_back(fmt::format("\"{}\"", axis.name));
    }
  }
  random_.Shuffle(pieces);
  const bool is_open = !closed_only && random_.Chance(30);
  std::vector<std::vector<std::string>> per_dim(dims.size());
  for (const std::string& piece : pieces) {
    if (dims.empty()) break;
    const size_t d = random_.Below(dims.size());
    if (dims[d] > 1 || random_.Chance(10)) per_dim[d].push_back(piece);
  }
  std::string text = "<@mesh, [";
  for (size_t d = 0; d < dims.size(); ++d) {
    if (d > 0) text += ", ";
    std::vector<std::string> items = per_dim[d];
    if (is_open && random_.Chance(60)) items.push_back("?");
    text += Axes(items);
  }
  return text + "]>";
}

std::string ProgramMaker::SomeSharding(const Dims& dims) {
  if (scope().is_manual || !random_.Chance(annotated_)) return "";
  return fmt::format(" {{sdy.sharding = #sdy.sharding_per_value<[{}]>}}",
                     Sharding(dims));
}

// --- values

const std::string& ProgramMaker::Use(size_t v) {
  At(v).used = true;
  return At(v).name;
}

bool ProgramMaker::Any(size_t& v, Element element, size_t min_rank,
                       size_t max_rank) {
  std::vector<size_t> found;
  for (size_t i = 0; i < scope().values.size(); ++i) {
    const Value& value = At(i);
    if (value.element == element && value.dims.size() >= min_rank &&
        value.dims.size() <= max_rank) {
      found.push_back(i);
      // Newer values are chosen more often.
      if (i + 6 > scope().values.size()) found.push_back(i);
      if (!value.used) found.push_back(i);
    }
  }
  if (found.empty()) return false;
  v = random_.Of(found);
  return true;
}

int64_t ProgramMaker::Size() { return random_.Of(sizes_); }

ProgramMaker::Dims ProgramMaker::Shape(size_t min_rank, size_t max_rank) {
  Dims dims;
  const auto rank = static_cast<size_t>(random_.In(
      static_cast<int64_t>(min_rank), static_cast<int64_t>(max_rank)));
  while (dims.size() < rank) dims.push_back(Size());
  while (Volume(dims) > 2048) dims[random_.Below(rank)] = 2;
  return dims;
}

size_t ProgramMaker::Constant(const Dims& dims, Element element,
                              int64_t value) {
  std::string text = fmt::format("{}", value);
  if (element == Element::kFloat) text += ".0";
  if (element == Element::kBool) text = value != 0 ? "true" : "false";
  return Emit(
      fmt::format("stablehlo.constant{} dense<{}> : {}",
                  random_.Chance(20) ? "@@" : "", text, Type(dims, element)),
      {.name = "",
       .dims = dims,
       .element = element,
       .bound = static_cast<double>(value < 0 ? -value : value)});
}

size_t ProgramMaker::NewArgument(const Dims& dims, Element element) {
  const std::string name = fmt::format("%a{}", arguments_.size());
  std::string text = fmt::format("{}: {}", name, Type(dims, element));
  if (random_.Chance(80)) {
    text += fmt::format(" {{sdy.sharding = #sdy.sharding{}}}",
                        Sharding(dims, /*closed_only=*/random_.Chance(70)));
  }
  arguments_.push_back(std::move(text));
  scope().values.push_back({.name = name,
                            .dims = dims,
                            .element = element,
                            .bound = element == Element::kInt ? 1e9 : 4});
  return scope().values.size() - 1;
}

size_t ProgramMaker::Given(const Dims& dims, Element element) {
  std::vector<size_t> same;
  for (size_t i = 0; i < scope().values.size(); ++i) {
    if (At(i).dims == dims && At(i).element == element) same.push_back(i);
  }
  if (!same.empty() && random_.Chance(70)) return random_.Of(same);
  if (scope().can_add_args && arguments_.size() < 10) {
    return NewArgument(dims, element);
  }
  if (!dims.empty() && element != Element::kBool && random_.Chance(70)) {
    const size_t d = random_.Below(dims.size());
    return Emit(
        fmt::format("stablehlo.iota dim = {}@@ : {}", d, Type(dims, element)),
        {.name = "",
         .dims = dims,
         .element = element,
         .bound = static_cast<double>(dims[d])});
  }
  return Constant(dims, element, random_.In(0, 2));
}

size_t ProgramMaker::Exact(size_t v) {
  if (At(v).exact && At(v).bound <= 1024) return v;
  const size_t tame = Tame(v);
  Value made = At(tame);
  if (made.exact) return tame;
  // An inexact value may be rounded differently on each device, so it is
  // replaced with an exact value of the same shape, or with 1.
  const Dims dims = made.dims;
  const size_t given = Given(dims, Element::kFloat);
  if (At(given).exact && At(given).bound <= 1024) return given;
  return Constant(dims, Element::kFloat, 1);
}

size_t ProgramMaker::Tame(size_t v) {
  if (At(v).bound <= 8) return v;
  Value made = At(v);
  made.used = false;
  made.exact = false;
  made.bound = 1;
  // The value is scaled down first, because tanh maps all large numbers to 1.
  const size_t scale =
      Emit(fmt::format("stablehlo.constant dense<{}> : {}",
                       fmt::format("{:e}", 2.0 / At(v).bound), Type(At(v))),
           made);
  const std::string type = Type(At(v));
  const std::string a = Use(v), b = Use(scale);
  const size_t scaled =
      Emit(fmt::format("stablehlo.multiply {}, {}@@ : {}", a, b, type), made);
  const std::string c = Use(scaled);
  return Emit(fmt::format("stablehlo.tanh {}@@ : {}", c, type), made);
}

size_t ProgramMaker::ScalarInt() {
  size_t v;
  if (random_.Chance(70) && Any(v, Element::kInt, 0, 0)) return v;
  if (scope().can_add_args && arguments_.size() < 10 && random_.Chance(60)) {
    return NewArgument({}, Element::kInt);
  }
  return Constant({}, Element::kInt, random_.In(-1, 6));
}

// --- the whole program

void ProgramMaker::Ops(int count) {
  struct Row {
    Family family;
    int weight;
    bool is_nested;  // has regions, or functions of its own
  };
  static const Row kRows[] = {
      {&ProgramMaker::Unary, 6, false},
      {&ProgramMaker::Binary, 12, false},
      {&ProgramMaker::CompareSelect, 4, false},
      {&ProgramMaker::Clamp, 2, false},
      {&ProgramMaker::Convert, 2, false},
      {&ProgramMaker::IntOp, 3, false},
      {&ProgramMaker::Chlo, 2, false},
      {&ProgramMaker::Broadcast, 5, false},
      {&ProgramMaker::Transpose, 5, false},
      {&ProgramMaker::Reshape, 6, false},
      {&ProgramMaker::Slice, 6, false},
      {&ProgramMaker::Pad, 6, false},
      {&ProgramMaker::Reverse, 3, false},
      {&ProgramMaker::Concatenate, 5, false},
      {&ProgramMaker::Roll, 3, false},
      {&ProgramMaker::Iota, 3, false},
      {&ProgramMaker::DenseConstant, 2, false},
      {&ProgramMaker::Constraint, 6, false},
      {&ProgramMaker::DotGeneral, 10, false},
      {&ProgramMaker::Dot, 2, false},
      {&ProgramMaker::Reduce, 8, false},
      {&ProgramMaker::ArgMax, 2, false},
      {&ProgramMaker::ReduceBool, 2, false},
      {&ProgramMaker::Convolution, 4, false},
      {&ProgramMaker::ReduceWindow, 5, false},
      {&ProgramMaker::SelectAndScatter, 2, false},
      {&ProgramMaker::Gather, 5, false},
      {&ProgramMaker::Scatter, 5, false},
      {&ProgramMaker::DynamicSlice, 4, false},
      {&ProgramMaker::DynamicUpdateSlice, 4, false},
      {&ProgramMaker::Sort, 3, false},
      {&ProgramMaker::TopK, 1, false},
      {&ProgramMaker::RngBits, 1, false},
      {&ProgramMaker::While, 3, true},
      {&ProgramMaker::If, 2, true},
      {&ProgramMaker::Case, 1, true},
      {&ProgramMaker::Call, 2, true},
      {&ProgramMaker::Manual, 3, true},
      {&ProgramMaker::Barrier, 1, false},
  };
  std::vector<Family> families;
  for (const Row& row : kRows) {
    if (row.is_nested && scope().depth > 1) continue;
    families.insert(families.end(), static_cast<size_t>(row.weight),
                    row.family);
  }
  for (int tries = 0; count > 0 && tries < 400; ++tries) {
    if ((this->*random_.Of(families))()) --count;
  }
}

std::string ProgramMaker::Make() {
  scopes_.emplace_back();
  const int64_t inputs = random_.In(2, 4);
  for (int64_t i = 0; i < inputs; ++i) {
    NewArgument(Shape(1, 4),
                random_.Chance(85) ? Element::kFloat : Element::kInt);
  }
  Ops(static_cast<int>(random_.In(10, 40)));

  std::vector<std::string> names, types, results;
  for (size_t tries = 0; tries < 2 && names.empty(); ++tries) {
    for (size_t i = scope().values.size(); i-- > 0 && names.size() < 8;) {
      const Value& v = At(i);
      if (v.used && tries == 0) continue;
      names.push_back(v.name);
      types.push_back(Type(v));
      results.push_back(types.back());
      if (random_.Chance(25)) {
        results.back() += fmt::format(" {{sdy.sharding = #sdy.sharding{}}}",
                                      Sharding(v.dims));
      }
    }
  }
  std::string mesh;
  for (const Axis& axis : axes_) {
    mesh += fmt::format("{}\"{}\"={}", mesh.empty() ? "" : ", ", axis.name,
                        axis.size);
  }
  std::string order;
  if (!device_ids_.empty()) {
    order = fmt::format(", device_ids={}", List(device_ids_));
  }
  return fmt::format(
      "module @random {{\n  sdy.mesh @mesh = <[{}]{}>\n  func.func public "
      "@main({}) -> ({}) {{\n{}    return {} : {}\n  }}\n{}}}\n",
      mesh, order, fmt::join(arguments_, ", "), fmt::join(results, ", "),
      scope().text, fmt::join(names, ", "), fmt::join(types, ", "), functions_);
}

}  // namespace shardflow::internal
