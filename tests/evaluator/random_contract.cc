#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "evaluator/program_maker.h"

// Ops that reduce, slide windows or look up elements.

namespace shardflow::internal {

std::string ProgramMaker::Region(std::string_view op, Element element) {
  const std::string type = Type({}, element);
  const std::string a = Fresh(), b = Fresh(), c = Fresh();
  return fmt::format(
      "({{\n    ^bb0({}: {}, {}: {}):\n      {} = stablehlo.{} {}, {} : {}\n   "
      "   stablehlo.return {} : {}\n    }})",
      a, type, b, type, c, op, a, b, type, c, type);
}

bool ProgramMaker::DotGeneral() {
  size_t lhs;
  if (!AnyFloat(lhs)) return false;
  if (At(lhs).bound > 64) lhs = Tame(lhs);
  const Dims dims = At(lhs).dims;
  Dims batch, contract, free;
  for (size_t d = 0; d < dims.size(); ++d) {
    const int64_t kind = random_.In(0, 9);
    (kind < 2   ? batch
     : kind < 6 ? contract
                : free)
        .push_back(static_cast<int64_t>(d));
  }
  const auto at = [&](int64_t d) { return dims[static_cast<size_t>(d)]; };
  // The sizes of the right-hand side, in random order.
  struct Part {
    int64_t size;
    int kind;  // 0: batch, 1: contracting, 2: free
    size_t number;
  };
  std::vector<Part> parts;
  for (size_t i = 0; i < batch.size(); ++i)
    parts.push_back({at(batch[i]), 0, i});
  for (size_t i = 0; i < contract.size(); ++i) {
    parts.push_back({at(contract[i]), 1, i});
  }
  for (int64_t i = random_.In(0, 2); i > 0 && parts.size() < 4; --i) {
    parts.push_back({Size(), 2, 0});
  }
  if (random_.Chance(60)) random_.Shuffle(parts);
  Dims rhs_dims, rhs_batch(batch.size()), rhs_contract(contract.size());
  Value made;
  for (const int64_t d : batch) made.dims.push_back(at(d));
  for (const int64_t d : free) made.dims.push_back(at(d));
  for (size_t i = 0; i < parts.size(); ++i) {
    rhs_dims.push_back(parts[i].size);
    const auto place = static_cast<int64_t>(i);
    if (parts[i].kind == 0) rhs_batch[parts[i].number] = place;
    if (parts[i].kind == 1) rhs_contract[parts[i].number] = place;
    if (parts[i].kind == 2) made.dims.push_back(parts[i].size);
  }
  if (rhs_dims.size() > 4 || made.dims.size() > 4 || Volume(made.dims) > 2048 ||
      Volume(rhs_dims) > 2048) {
    return false;
  }
  size_t rhs = Given(rhs_dims, Element::kFloat);
  if (At(rhs).bound > 64) rhs = Tame(rhs);
  int64_t count = 1;
  for (const int64_t d : contract) count *= at(d);
  if (count > 512) return false;
  made.exact = At(lhs).exact && At(rhs).exact;
  made.bound = At(lhs).bound * At(rhs).bound * static_cast<double>(count);
  std::string text;
  if (!batch.empty()) {
    text +=
        fmt::format("batching_dims = {} x {}, ", List(batch), List(rhs_batch));
  }
  text += fmt::format("contracting_dims = {} x {}", List(contract),
                      List(rhs_contract));
  const std::string a = Use(lhs), b = Use(rhs);
  Emit(fmt::format("stablehlo.dot_general {}, {}, {}@@ : ({}, {}) -> {}", a, b,
                   text, Type(At(lhs)), Type(At(rhs)), Type(made)),
       made);
  return true;
}

bool ProgramMaker::Dot() {
  size_t lhs;
  if (!AnyFloat(lhs, 1, 2)) return false;
  if (At(lhs).bound > 64) lhs = Tame(lhs);
  Dims rhs_dims = {At(lhs).dims.back()};
  if (random_.Chance(70)) rhs_dims.push_back(Size());
  size_t rhs = Given(rhs_dims, Element::kFloat);
  if (At(rhs).bound > 64) rhs = Tame(rhs);
  Value made;
  if (At(lhs).dims.size() == 2) made.dims.push_back(At(lhs).dims[0]);
  if (rhs_dims.size() == 2) made.dims.push_back(rhs_dims[1]);
  made.exact = At(lhs).exact && At(rhs).exact;
  made.bound = At(lhs).bound * At(rhs).bound * static_cast<double>(rhs_dims[0]);
  const std::string a = Use(lhs), b = Use(rhs);
  Emit(fmt::format("stablehlo.dot {}, {}@@ : ({}, {}) -> {}", a, b,
                   Type(At(lhs)), Type(At(rhs)), Type(made)),
       made);
  return true;
}

bool ProgramMaker::Reduce() {
  size_t v;
  if (!AnyFloat(v)) return false;
  if (At(v).bound > 1e4) v = Tame(v);
  Value made = At(v);
  made.used = false;
  made.dims.clear();
  Dims dims;
  double count = 1;
  for (size_t d = 0; d < At(v).dims.size(); ++d) {
    if (random_.Chance(50)) {
      dims.push_back(static_cast<int64_t>(d));
      count *= static_cast<double>(At(v).dims[d]);
    } else {
      made.dims.push_back(At(v).dims[d]);
    }
  }
  if (dims.empty()) return false;
  static const std::vector<std::string> kOps = {
      "add", "add", "add", "maximum", "minimum", "multiply"};
  const std::string op = random_.Of(kOps);
  std::string init = op == "add"       ? "0.0"
                     : op == "maximum" ? "0xFF800000"
                     : op == "minimum" ? "0x7F800000"
                                       : "1.0";
  if (random_.Chance(20)) init = "2.0";
  if (op == "multiply") {
    // Products stay bounded only if the factors are few and small.
    v = Tame(v);
    made.exact = false;
    made.bound = 1e4;
    if (count > 6 || At(v).bound > 4) return false;
  }
  if (op == "add") made.bound = made.bound * count + 2;
  made.bound = std::max(made.bound, 2.0);
  const size_t scalar = Emit(
      fmt::format("stablehlo.constant dense<{}> : tensor<f32>", init), Value());
  const std::string a = Use(v), s = Use(scalar);
  Emit(fmt::format("stablehlo.reduce({} init: {}) applies stablehlo.{} across "
                   "dimensions = {}@@ : ({}, tensor<f32>) -> {}",
                   a, s, op, List(dims), Type(At(v)), Type(made)),
       made);
  return true;
}

bool ProgramMaker::ReduceBool() {
  size_t v;
  const Element element = random_.Chance(50) ? Element::kBool : Element::kInt;
  if (!Any(v, element, 1, 4)) return false;
  Value made = At(v);
  made.used = false;
  Dims dims = {static_cast<int64_t>(random_.Below(made.dims.size()))};
  made.dims.erase(made.dims.begin() + dims[0]);
  static const std::vector<std::string> kOps = {"and", "or", "xor"};
  static const std::vector<std::string> kIntOps = {"and", "or", "add",
                                                   "maximum", "minimum"};
  const std::string op = random_.Of(element == Element::kBool ? kOps : kIntOps);
  made.bound = 1e9;
  const size_t scalar = Constant(
      {}, element,
      op == "and" ? (element == Element::kInt ? -1 : 1) : random_.In(0, 1));
  const std::string a = Use(v), s = Use(scalar);
  Emit(fmt::format("stablehlo.reduce({} init: {}) applies stablehlo.{} across "
                   "dimensions = {}@@ : ({}, {}) -> {}",
                   a, s, op, List(dims), Type(At(v)), Type({}, element),
                   Type(made)),
       made);
  return true;
}

// Writes a reduction that finds the largest number and its index.
bool ProgramMaker::ArgMax() {
  size_t v;
  if (!AnyFloat(v)) return false;
  v = Exact(v);
  const Value of = At(v);
  if (of.dims.empty()) return false;
  const size_t d = random_.Below(of.dims.size());
  const size_t places = Emit(fmt::format("stablehlo.iota dim = {}@@ : {}", d,
                                         Type(of.dims, Element::kInt)),
                             {.name = "",
                              .dims = of.dims,
                              .element = Element::kInt,
                              .bound = static_cast<double>(of.dims[d])});
  const size_t low =
      Emit("stablehlo.constant dense<0xFF800000> : tensor<f32>", Value());
  const size_t zero = Constant({}, Element::kInt, 0);
  Value best = of, place = At(places);
  best.used = place.used = false;
  best.dims.erase(best.dims.begin() + static_cast<ptrdiff_t>(d));
  place.dims = best.dims;
  best.name = Fresh();
  const std::string name = best.name;
  best.name += "#0";
  place.name = name + "#1";
  std::string n[9];
  for (std::string& fresh : n) fresh = Fresh();
  const std::string a = Use(v), b = Use(places), c = Use(low), e = Use(zero);
  Line(fmt::format(
      "{}:2 = \"stablehlo.reduce\"({}, {}, {}, {}) <{{dimensions = "
      "array<i64: {}>}}> ({{\n"
      "    ^bb0({}: tensor<f32>, {}: tensor<i32>, {}: tensor<f32>, {}: "
      "tensor<i32>):\n"
      "      {} = stablehlo.compare GT, {}, {} : (tensor<f32>, tensor<f32>) -> "
      "tensor<i1>\n"
      "      {} = stablehlo.select {}, {}, {} : tensor<i1>, tensor<f32>\n"
      "      {} = stablehlo.select {}, {}, {} : tensor<i1>, tensor<i32>\n"
      "      stablehlo.return {}, {} : tensor<f32>, tensor<i32>\n    }}) : "
      "({}, {}, tensor<f32>, tensor<i32>) -> ({}, {})",
      name, a, b, c, e, d, n[0], n[1], n[2], n[3], n[4], n[0], n[2], n[5], n[4],
      n[0], n[2], n[6], n[4], n[1], n[3], n[5], n[6], Type(of),
      Type(At(places)), Type(best), Type(place)));
  scope().values.push_back(best);
  scope().values.push_back(place);
  return true;
}

bool ProgramMaker::Convolution() {
  const auto spatial = static_cast<size_t>(random_.In(1, 2));
  Dims image = {random_.In(1, 4), random_.Of(Dims{2, 4})};
  int64_t groups = 1, batch_groups = 1;
  if (random_.Chance(20)) groups = 2;
  if (groups == 1 && random_.Chance(15)) {
    batch_groups = 2;
    image[0] = random_.Of(Dims{2, 4});
  }
  Dims kernel = {image[1] / groups, random_.Of(Dims{2, 4, 6})};
  Value made;
  made.dims = {image[0] / batch_groups, kernel[1]};
  Dims strides, lhs_dilation, rhs_dilation;
  std::string padding;
  int64_t taps = kernel[0];
  for (size_t i = 0; i < spatial; ++i) {
    const int64_t size = std::max<int64_t>(Size(), 3);
    const int64_t window = random_.In(1, 3);
    image.push_back(size);
    kernel.push_back(window);
    taps *= window;
    strides.push_back(random_.Chance(30) ? 2 : 1);
    lhs_dilation.push_back(random_.Chance(10) ? 2 : 1);
    rhs_dilation.push_back(random_.Chance(15) ? 2 : 1);
    const int64_t low = random_.In(0, 2), high = random_.In(0, 2);
    padding += fmt::format("{}[{}, {}]", i == 0 ? "" : ", ", low, high);
    const int64_t spread = (size - 1) * lhs_dilation.back() + 1 + low + high;
    const int64_t reach = (window - 1) * rhs_dilation.back() + 1;
    if (spread < reach) return false;
    made.dims.push_back((spread - reach) / strides.back() + 1);
  }
  size_t a = Given(image, Element::kFloat), b = Given(kernel, Element::kFloat);
  a = Tame(a);
  b = Tame(b);
  made.exact = At(a).exact && At(b).exact;
  made.bound = At(a).bound * At(b).bound * static_cast<double>(taps);
  const std::string dims = spatial == 1
                               ? "[b, f, 0]x[i, o, 0]->[b, f, 0]"
                               : "[b, f, 0, 1]x[i, o, 0, 1]->[b, f, 0, 1]";
  const std::string x = Use(a), y = Use(b);
  Emit(fmt::format(
           "stablehlo.convolution({}, {}) dim_numbers = {}, window = {{stride "
           "= {}, pad = [{}], lhs_dilate = {}, rhs_dilate = {}}} "
           "{{batch_group_count = {} : i64, feature_group_count = {} : i64}} : "
           "({}, {}) -> {}",
           x, y, dims, List(strides), padding, List(lhs_dilation),
           List(rhs_dilation), batch_groups, groups, Type(At(a)), Type(At(b)),
           Type(made)),
       made);
  return true;
}

bool ProgramMaker::ReduceWindow() {
  size_t v;
  if (!AnyFloat(v)) return false;
  if (At(v).bound > 1e3) v = Tame(v);
  Value made = At(v);
  made.used = false;
  const bool sums = random_.Chance(50);
  const bool is_cumsum = random_.Chance(30);
  const size_t along = random_.Below(made.dims.size());
  Dims window, strides;
  std::string padding;
  double count = 1;
  for (size_t d = 0; d < made.dims.size(); ++d) {
    int64_t size = 1, stride = 1, low = 0, high = 0;
    if (is_cumsum && d == along) {
      size = made.dims[d];
      low = size - 1;
    } else if (!is_cumsum && random_.Chance(50)) {
      size = random_.In(1, std::min<int64_t>(3, made.dims[d]));
      stride = random_.Chance(50) ? size : random_.In(1, 2);
      low = random_.Chance(40) ? random_.In(0, size - 1) : 0;
      high = random_.Chance(40) ? random_.In(0, size - 1) : 0;
    }
    window.push_back(size);
    strides.push_back(stride);
    count *= static_cast<double>(size);
    padding += fmt::format("{}[{}, {}]", d == 0 ? "" : ", ", low, high);
    made.dims[d] = (made.dims[d] + low + high - size) / stride + 1;
  }
  if (sums) made.bound *= count;
  const size_t init =
      Emit(fmt::format("stablehlo.constant dense<{}> : tensor<f32>",
                       sums ? "0.0" : "0xFF800000"),
           Value());
  const auto array = [](const Dims& dims) {
    return fmt::format("array<i64: {}>", fmt::join(dims, ", "));
  };
  const std::string a = Use(v), s = Use(init);
  const std::string region = Region(sums ? "add" : "maximum", Element::kFloat);
  Emit(fmt::format("\"stablehlo.reduce_window\"({}, {}) <{{window_dimensions = "
                   "{}, window_strides = {}, padding = dense<[{}]> : "
                   "tensor<{}x2xi64>}}> {}@@ : ({}, tensor<f32>) -> {}",
                   a, s, array(window), array(strides), padding, window.size(),
                   region, Type(At(v)), Type(made)),
       made);
  return true;
}

bool ProgramMaker::SelectAndScatter() {
  size_t v;
  if (!AnyFloat(v, 1, 3)) return false;
  v = Exact(v);
  if (At(v).dims.empty()) return false;
  Value made = At(v);
  made.used = false;
  Dims window, strides, source_dims;
  for (const int64_t dim : made.dims) {
    const int64_t size = random_.Chance(60) ? std::min<int64_t>(2, dim) : 1;
    window.push_back(size);
    strides.push_back(random_.Chance(80) ? size : 1);
    source_dims.push_back((dim - size) / strides.back() + 1);
  }
  size_t source = Given(source_dims, Element::kFloat);
  if (At(source).bound > 1e3) source = Tame(source);
  const size_t zero = Constant({}, Element::kFloat, 0);
  made.exact = At(source).exact;
  made.bound = At(source).bound * static_cast<double>(Volume(window));
  const auto array = [](const Dims& dims) {
    return fmt::format("array<i64: {}>", fmt::join(dims, ", "));
  };
  const std::string p = Fresh(), q = Fresh(), r = Fresh();
  const std::string select = fmt::format(
      "({{\n    ^bb0({}: tensor<f32>, {}: tensor<f32>):\n      {} = "
      "stablehlo.compare GE, {}, {} : (tensor<f32>, tensor<f32>) -> "
      "tensor<i1>\n      stablehlo.return {} : tensor<i1>\n    }}, ",
      p, q, r, p, q, r);
  const std::string add = Region("add", Element::kFloat).substr(1);
  const std::string a = Use(v), b = Use(source), c = Use(zero);
  Emit(fmt::format("\"stablehlo.select_and_scatter\"({}, {}, {}) "
                   "<{{window_dimensions = {}, window_strides = {}}}> {}{} : "
                   "({}, {}, tensor<f32>) -> {}",
                   a, b, c, array(window), array(strides), select, add,
                   Type(At(v)), Type(At(source)), Type(made)),
       made);
  return true;
}

bool ProgramMaker::Gather() {
  size_t v;
  if (!AnyFloat(v)) return false;
  const Dims from = At(v).dims;
  Dims map, collapsed, offset, sizes, batching, index_batching;
  Dims index_dims = Shape(1, 2);
  for (size_t d = 0; d < from.size(); ++d) {
    const auto dim = static_cast<int64_t>(d);
    int64_t size = from[d];
    if (random_.Chance(50)) {
      map.push_back(dim);
      size = random_.Chance(75) ? 1 : random_.In(1, from[d]);
    } else if (batching.empty() && random_.Chance(15)) {
      batching.push_back(dim);
      index_batching.push_back(0);
      index_dims[0] = from[d];
      size = 1;
    }
    sizes.push_back(size);
  }
  if (map.empty()) return false;
  random_.Shuffle(map);
  Value made = At(v);
  made.used = false;
  Dims window;
  for (size_t d = 0; d < from.size(); ++d) {
    const auto dim = static_cast<int64_t>(d);
    if (std::find(batching.begin(), batching.end(), dim) != batching.end()) {
      continue;
    }
    const bool indexed = std::find(map.begin(), map.end(), dim) != map.end();
    if (indexed && sizes[d] == 1 && random_.Chance(85)) {
      collapsed.push_back(dim);
    } else {
      window.push_back(sizes[d]);
    }
  }
  made.dims = index_dims;
  const bool first = random_.Chance(30) && batching.empty();
  for (size_t i = 0; i < window.size(); ++i) {
    offset.push_back(static_cast<int64_t>(first ? i : index_dims.size() + i));
  }
  made.dims.insert(first ? made.dims.begin() : made.dims.end(), window.begin(),
                   window.end());
  if (made.dims.size() > 4 || Volume(made.dims) > 2048) return false;
  const auto vector_dim = static_cast<int64_t>(index_dims.size());
  if (map.size() > 1 || random_.Chance(70)) {
    index_dims.push_back(static_cast<int64_t>(map.size()));
  }
  const size_t indices = Given(index_dims, Element::kInt);
  std::string more;
  if (!batching.empty()) {
    more = fmt::format(
        "operand_batching_dims = {}, start_indices_batching_dims = {}, ",
        List(batching), List(index_batching));
  }
  const std::string a = Use(v), b = Use(indices);
  Emit(fmt::format(
           "\"stablehlo.gather\"({}, {}) <{{dimension_numbers = "
           "#stablehlo.gather<offset_dims = {}, collapsed_slice_dims = {}, "
           "{}start_index_map = {}, index_vector_dim = {}>, indices_are_sorted "
           "= false, slice_sizes = array<i64: {}>}}>@@ : ({}, {}) -> {}",
           a, b, List(offset), List(collapsed), more, List(map), vector_dim,
           fmt::join(sizes, ", "), Type(At(v)), Type(At(indices)), Type(made)),
       made);
  return true;
}

bool ProgramMaker::Scatter() {
  size_t v;
  if (!AnyFloat(v)) return false;
  if (At(v).bound > 1e4) v = Tame(v);
  const Dims to = At(v).dims;
  Dims map, inserted, window_dims, update_dims = {Size()};
  for (size_t d = 0; d < to.size(); ++d) {
    const auto dim = static_cast<int64_t>(d);
    if (map.empty() || random_.Chance(30)) {
      if (random_.Chance(70) || d + 1 == to.size()) {
        map.push_back(dim);
        inserted.push_back(dim);
        continue;
      }
    }
    window_dims.push_back(static_cast<int64_t>(update_dims.size()));
    update_dims.push_back(to[d]);
  }
  if (map.empty()) return false;
  Dims index_dims = {update_dims[0]};
  if (map.size() > 1 || random_.Chance(70)) {
    index_dims.push_back(static_cast<int64_t>(map.size()));
  }
  static const std::vector<std::string> kOps = {"add", "add", "maximum",
                                                "minimum"};
  const std::string op = random_.Of(kOps);
  const size_t indices = Given(index_dims, Element::kInt);
  size_t updates = Given(update_dims, Element::kFloat);
  if (At(updates).bound > 1e3) updates = Tame(updates);
  Value made = At(v);
  made.used = false;
  made.exact = At(v).exact && At(updates).exact;
  made.bound = op == "add"
                   ? At(v).bound +
                         At(updates).bound * static_cast<double>(update_dims[0])
                   : std::max(At(v).bound, At(updates).bound);
  const std::string a = Use(v), b = Use(indices), c = Use(updates);
  const std::string region = Region(op, Element::kFloat);
  Emit(fmt::format(
           "\"stablehlo.scatter\"({}, {}, {}) <{{indices_are_sorted = false, "
           "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims "
           "= {}, inserted_window_dims = {}, scatter_dims_to_operand_dims = "
           "{}, index_vector_dim = 1>, unique_indices = false}}> {}@@ : ({}, "
           "{}, {}) -> {}",
           a, b, c, List(window_dims), List(inserted), List(map), region,
           Type(At(v)), Type(At(indices)), Type(At(updates)), Type(made)),
       made);
  return true;
}

bool ProgramMaker::DynamicSlice() {
  size_t v;
  if (!AnyFloat(v)) return false;
  Value made = At(v);
  made.used = false;
  std::string starts, types;
  for (int64_t& size : made.dims) {
    if (random_.Chance(50)) size = random_.In(1, size);
    const size_t start = ScalarInt();
    starts += ", " + Use(start);
    types += ", tensor<i32>";
  }
  const std::string a = Use(v);
  Emit(fmt::format("stablehlo.dynamic_slice {}{}, sizes = {}@@ : ({}{}) -> {}",
                   a, starts, List(made.dims), Type(At(v)), types, Type(made)),
       made);
  return true;
}

bool ProgramMaker::DynamicUpdateSlice() {
  size_t v;
  if (!AnyFloat(v)) return false;
  Value made = At(v);
  made.used = false;
  Dims dims = made.dims;
  std::string starts, types;
  for (int64_t& size : dims) {
    if (random_.Chance(50)) size = random_.In(1, size);
    starts += ", " + Use(ScalarInt());
    types += ", tensor<i32>";
  }
  const size_t update = Given(dims, Element::kFloat);
  made.exact &= At(update).exact;
  made.bound = std::max(made.bound, At(update).bound);
  const std::string a = Use(v), b = Use(update);
  Emit(fmt::format("stablehlo.dynamic_update_slice {}, {}{}@@ : ({}, {}{}) -> "
                   "{}",
                   a, b, starts, Type(At(v)), Type(At(update)), types,
                   Type(made)),
       made);
  return true;
}

bool ProgramMaker::Sort() {
  size_t v;
  if (!AnyFloat(v)) return false;
  v = Exact(v);
  Value made = At(v);
  if (made.dims.empty()) return false;
  made.used = false;
  const size_t d = random_.Below(made.dims.size());
  const std::string p = Fresh(), q = Fresh(), r = Fresh();
  const std::string direction = random_.Chance(50) ? "LT" : "GT";
  const std::string compare = fmt::format(
      "      {} = stablehlo.compare {}, {}, {} : (tensor<f32>, tensor<f32>) -> "
      "tensor<i1>\n      stablehlo.return {} : tensor<i1>\n    }})",
      r, direction, p, q, r);
  if (random_.Chance(50)) {
    const std::string a = Use(v);
    Emit(fmt::format("\"stablehlo.sort\"({}) <{{dimension = {} : i64, "
                     "is_stable = true}}> ({{\n    ^bb0({}: tensor<f32>, {}: "
                     "tensor<f32>):\n{}@@ : ({}) -> {}",
                     a, d, p, q, compare, Type(made), Type(made)),
         made);
    return true;
  }
  const size_t values = Given(made.dims, Element::kFloat);
  Value second = At(values);
  second.used = false;
  const std::string name = Fresh();
  const std::string a = Use(v), b = Use(values), s = Fresh(), t = Fresh();
  Line(
      fmt::format("{}:2 = \"stablehlo.sort\"({}, {}) <{{dimension = {} : i64, "
                  "is_stable = true}}> ({{\n    ^bb0({}: tensor<f32>, {}: "
                  "tensor<f32>, {}: tensor<f32>, {}: tensor<f32>):\n{} : ({}, "
                  "{}) -> ({}, {})",
                  name, a, b, d, p, q, s, t, compare, Type(made), Type(made),
                  Type(made), Type(made)));
  made.name = name + "#0";
  second.name = name + "#1";
  scope().values.push_back(made);
  scope().values.push_back(second);
  return true;
}

bool ProgramMaker::TopK() {
  size_t v;
  if (!AnyFloat(v)) return false;
  v = Exact(v);
  Value made = At(v);
  if (made.dims.empty()) return false;
  made.used = false;
  const std::string a = Use(v), type = Type(made);
  made.dims.back() = random_.In(1, made.dims.back());
  Value places = made;
  places.element = Element::kInt;
  const std::string name = Fresh();
  Line(fmt::format("{}:2 = chlo.top_k({}, k = {}) : {} -> ({}, {})", name, a,
                   made.dims.back(), type, Type(made), Type(places)));
  made.name = name + "#0";
  places.name = name + "#1";
  scope().values.push_back(made);
  scope().values.push_back(places);
  return true;
}

bool ProgramMaker::RngBits() {
  const Dims dims = Shape(1, 2);
  const std::string state = Fresh(), bits = Fresh(), half = Fresh();
  const std::string type = fmt::format("tensor<{}xui32>", fmt::join(dims, "x"));
  Line(fmt::format("{} = stablehlo.constant dense<[{}, {}]> : tensor<2xui64>",
                   state, random_.In(0, 99), random_.In(0, 99)));
  Line(
      fmt::format("{}:2 = stablehlo.rng_bit_generator {}, algorithm = "
                  "THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, {})",
                  bits, state, type));
  Line(fmt::format("{} = stablehlo.constant dense<15> : {}", half, type));
  const std::string low = Fresh();
  Line(fmt::format("{} = stablehlo.and {}#1, {} : {}", low, bits, half, type));
  Emit(fmt::format("stablehlo.convert {}@@ : ({}) -> {}", low, type,
                   Type(dims, Element::kFloat)),
       {.name = "", .dims = dims, .bound = 15});
  return true;
}

}  // namespace shardflow::internal
