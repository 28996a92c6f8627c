#include "fuzz/program.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "fuzz/program_shardings.h"

namespace shardflow::internal::fuzz {
namespace {

using Dims = std::vector<int64_t>;

struct Tensor {
  Dims dims;
  std::string_view element = "f32";

  friend bool operator==(const Tensor&, const Tensor&) = default;
};

struct Value {
  std::string name;
  Tensor type;
};

struct Function {
  std::string name;
  std::vector<Tensor> arguments;
  std::vector<Tensor> results;
  // The axes in the shardings of this function and of the functions that it
  // calls.
  std::vector<std::string> axes;
};

std::string Text(const Tensor& t) {
  std::string text = "tensor<";
  for (int64_t d : t.dims) text += fmt::format("{}x", d);
  return text + std::string(t.element) + ">";
}

std::string Text(const std::vector<Tensor>& types) {
  std::string text;
  for (const Tensor& t : types) {
    text += (text.empty() ? "" : ", ") + Text(t);
  }
  return text;
}

std::string Names(const std::vector<Value>& values) {
  std::string text;
  for (const Value& v : values) text += (text.empty() ? "" : ", ") + v.name;
  return text;
}

std::vector<Tensor> Types(const std::vector<Value>& values) {
  std::vector<Tensor> types;
  for (const Value& v : values) types.push_back(v.type);
  return types;
}

std::string Ints(const Dims& values) {
  return fmt::format("{}", fmt::join(values, ", "));
}

constexpr std::string_view kUnary[] = {"negate", "abs", "exponential", "tanh"};
constexpr std::string_view kBinary[] = {"add", "multiply", "subtract",
                                        "maximum"};
constexpr size_t kMaxDepth = 3;

// Sizes of dimensions. Each program uses one row.
constexpr std::array<std::array<int64_t, 4>, 6> kSizes = {{
    {8, 4, 16, 2},
    {8, 4, 4, 8},
    {6, 12, 4, 3},
    {8, 1, 4, 8},
    {0, 8, 5, 1},
    {8, int64_t{1} << 31, int64_t{1} << 40, 3},
}};

// The ops of one block, and the values that can be used in it.
class Body {
 public:
  Body(Bytes& bytes, const Shardings& shardings, std::vector<Function>& callees,
       int& names, size_t depth)
      : b_(bytes),
        shardings_(shardings),
        callees_(callees),
        names_(names),
        depth_(depth) {}

  std::vector<Value> values;
  std::string text;
  // Axes that are not manual axes of an enclosing manual computation.
  std::vector<MeshAxis> free;
  const std::array<int64_t, 4>* sizes = nullptr;

  Value Argument(Tensor type) {
    values.push_back({fmt::format("%a{}", names_++), std::move(type)});
    return values.back();
  }
  Tensor SomeType(size_t max_rank = 3) {
    Tensor t;
    for (size_t rank = b_.Choose(max_rank + 1); rank > 0; --rank) {
      t.dims.push_back((*sizes)[b_.Choose(sizes->size())]);
    }
    return t;
  }

  void Ops(size_t count) {
    for (size_t i = 0; i < count && !b_.empty(); ++i) AnyOp();
  }

  // Returns a value of this type: an existing one, or a new one.
  Value OfType(const Tensor& type) {
    std::vector<const Value*> fitting;
    for (const Value& v : values) {
      if (v.type == type) fitting.push_back(&v);
    }
    if (!fitting.empty() && !b_.Maybe(25)) {
      return *fitting[b_.Choose(fitting.size())];
    }
    return Constant(type);
  }

 private:
  // Returns a float tensor with at least this many dimensions.
  Value Any(size_t min_rank = 0) {
    std::vector<const Value*> fitting;
    for (const Value& v : values) {
      if (v.type.element == "f32" && v.type.dims.size() >= min_rank) {
        fitting.push_back(&v);
      }
    }
    if (!fitting.empty()) return *fitting[b_.Choose(fitting.size())];
    return Constant({Dims(std::max<size_t>(min_rank, 2), (*sizes)[0]), "f32"});
  }

  std::string Sharding(const Tensor& t) {
    return shardings_.Any(b_, t.dims.size(), free);
  }
  // Returns `{sdy.sharding = ...}` for the results, or "".
  std::string Annotation(const std::vector<Tensor>& types,
                         std::string_view more = "") {
    std::string text(more);
    if (b_.Maybe(50) && !types.empty()) {
      text += text.empty() ? "" : ", ";
      text += "sdy.sharding = #sdy.sharding_per_value<[";
      for (size_t i = 0; i < types.size(); ++i) {
        text += (i > 0 ? ", " : "") + Sharding(types[i]);
      }
      text += "]>";
    }
    return text.empty() ? text : " {" + text + "}";
  }

  // Writes the op `op`, whose results have these types, and returns the
  // results. Later ops can use them.
  std::vector<Value> Emit(const std::string& op,
                          const std::vector<Tensor>& types) {
    const std::string name = fmt::format("%v{}", names_++);
    text += types.size() == 1
                ? fmt::format("{} = {}\n", name, op)
                : fmt::format("{}:{} = {}\n", name, types.size(), op);
    std::vector<Value> made;
    for (size_t i = 0; i < types.size(); ++i) {
      made.push_back(
          {types.size() == 1 ? name : fmt::format("{}#{}", name, i), types[i]});
    }
    values.insert(values.end(), made.begin(), made.end());
    return made;
  }
  // Writes HEAD {sharding} : (types) -> type.
  Value EmitOp(const std::string& head, const std::vector<Value>& operands,
               const Tensor& result) {
    return Emit(fmt::format("{}{} : ({}) -> {}", head, Annotation({result}),
                            Text(Types(operands)), Text(result)),
                {result})
        .front();
  }

  Value Constant(const Tensor& type) {
    const std::string_view value = type.element == "f32"  ? "1.0"
                                   : type.element == "i1" ? "true"
                                                          : "1";
    if (type.element == "f32" && !type.dims.empty() && b_.Maybe(60)) {
      return Emit(fmt::format("stablehlo.iota dim = {}{} : {}",
                              b_.Choose(type.dims.size()), Annotation({type}),
                              Text(type)),
                  {type})
          .front();
    }
    return Emit(fmt::format("stablehlo.constant{} dense<{}> : {}",
                            Annotation({type}), value, Text(type)),
                {type})
        .front();
  }

  // --- ops without regions

  void Unary() {
    const Value v = Any();
    Emit(fmt::format("stablehlo.{} {}{} : {}",
                     b_.OneOf<std::string_view>(kUnary), v.name,
                     Annotation({v.type}), Text(v.type)),
         {v.type});
  }
  void Binary() {
    const Value v = Any();
    const Value w = OfType(v.type);
    Emit(fmt::format("stablehlo.{} {}, {}{} : {}",
                     b_.OneOf<std::string_view>(kBinary), v.name, w.name,
                     Annotation({v.type}), Text(v.type)),
         {v.type});
  }
  void Select() {
    const Value v = Any();
    const Value w = OfType(v.type);
    const Value p =
        EmitOp(fmt::format("stablehlo.compare LT, {}, {}", v.name, w.name),
               {v, w}, {v.type.dims, "i1"});
    Emit(fmt::format("stablehlo.select {}, {}, {}{} : {}, {}", p.name, v.name,
                     w.name, Annotation({v.type}), Text(p.type), Text(v.type)),
         {v.type});
  }
  void Dot() {
    const Value v = Any(1);
    const size_t at = b_.Choose(v.type.dims.size());
    Tensor other = SomeType(2);
    const size_t side = b_.Choose(other.dims.size() + 1);
    Tensor result = v.type;
    result.dims.erase(result.dims.begin() + static_cast<std::ptrdiff_t>(at));
    result.dims.insert(result.dims.end(), other.dims.begin(), other.dims.end());
    other.dims.insert(other.dims.begin() + static_cast<std::ptrdiff_t>(side),
                      v.type.dims[at]);
    const Value w = OfType(other);
    EmitOp(fmt::format(
               "stablehlo.dot_general {}, {}, contracting_dims = [{}] x [{}]",
               v.name, w.name, at, side),
           {v, w}, result);
  }
  void BatchDot() {
    const Value v = Any(2);
    const size_t last = v.type.dims.size() - 1;
    const Value w = OfType(v.type);
    Tensor result = v.type;
    result.dims.back() = v.type.dims[last - 1];
    Dims batch;
    for (size_t d = 0; d + 1 < last; ++d) {
      batch.push_back(static_cast<int64_t>(d));
    }
    EmitOp(fmt::format("stablehlo.dot_general {}, {}, batching_dims = [{}] x "
                       "[{}], contracting_dims = [{}] x [{}]",
                       v.name, w.name, Ints(batch), Ints(batch), last, last),
           {v, w}, result);
  }
  void Transpose() {
    const Value v = Any(2);
    Dims order;
    for (size_t d = 0; d < v.type.dims.size(); ++d) {
      order.insert(order.begin() +
                       static_cast<std::ptrdiff_t>(b_.Choose(order.size() + 1)),
                   static_cast<int64_t>(d));
    }
    Tensor result;
    for (int64_t d : order) {
      result.dims.push_back(v.type.dims[static_cast<size_t>(d)]);
    }
    EmitOp(
        fmt::format("stablehlo.transpose {}, dims = [{}]", v.name, Ints(order)),
        {v}, result);
  }
  // Merges two dimensions, or adds one of size 1.
  void Reshape() {
    const Value v = Any(1);
    Tensor result = v.type;
    int64_t product = 0;
    if (result.dims.size() > 1 && b_.Maybe(170) &&
        !__builtin_mul_overflow(result.dims[0], result.dims[1], &product)) {
      result.dims.erase(result.dims.begin());
      result.dims[0] = product;
    } else {
      result.dims.insert(
          result.dims.begin() +
              static_cast<std::ptrdiff_t>(b_.Choose(result.dims.size() + 1)),
          1);
    }
    EmitOp(fmt::format("stablehlo.reshape {}", v.name), {v}, result);
  }
  void Broadcast() {
    const Value v = Any();
    Tensor result = v.type;
    result.dims.push_back((*sizes)[b_.Choose(sizes->size())]);
    Dims dims;
    for (size_t d = 0; d < v.type.dims.size(); ++d) {
      dims.push_back(static_cast<int64_t>(d));
    }
    EmitOp(fmt::format("stablehlo.broadcast_in_dim {}, dims = [{}]", v.name,
                       Ints(dims)),
           {v}, result);
  }
  void Reduce() {
    const Value v = Any(1);
    const size_t at = b_.Choose(v.type.dims.size());
    const Value init = OfType({{}, "f32"});
    Tensor result = v.type;
    result.dims.erase(result.dims.begin() + static_cast<std::ptrdiff_t>(at));
    EmitOp(fmt::format("stablehlo.reduce({} init: {}) applies stablehlo.{} "
                       "across dimensions = [{}]",
                       v.name, init.name, b_.Maybe(80) ? "maximum" : "add", at),
           {v, init}, result);
  }
  void Slice() {
    const Value v = Any(1);
    const size_t at = b_.Choose(v.type.dims.size());
    Tensor result = v.type;
    result.dims[at] /= 2;
    std::string ranges;
    for (int64_t d : result.dims) {
      ranges += fmt::format("{}0:{}", ranges.empty() ? "" : ", ", d);
    }
    EmitOp(fmt::format("stablehlo.slice {} [{}]", v.name, ranges), {v}, result);
  }
  void Concatenate() {
    const Value v = Any(1);
    const Value w = OfType(v.type);
    const size_t at = b_.Choose(v.type.dims.size());
    Tensor result = v.type;
    if (__builtin_add_overflow(result.dims[at], w.type.dims[at],
                               &result.dims[at])) {
      return;
    }
    EmitOp(fmt::format("stablehlo.concatenate {}, {}, dim = {}", v.name, w.name,
                       at),
           {v, w}, result);
  }
  void DynamicSlice() {
    const Value v = Any(1);
    const Value index = OfType({{}, "i32"});
    std::vector<Value> operands = {v};
    operands.insert(operands.end(), v.type.dims.size(), index);
    Tensor result = v.type;
    if (b_.Maybe(128)) {
      result.dims[0] = std::min<int64_t>(result.dims[0], 1);
      EmitOp(fmt::format("stablehlo.dynamic_slice {}, sizes = [{}]",
                         Names(operands), Ints(result.dims)),
             operands, result);
      return;
    }
    operands.insert(operands.begin() + 1, OfType(v.type));
    EmitOp(fmt::format("stablehlo.dynamic_update_slice {}", Names(operands)),
           operands, result);
  }
  void Gather() {
    const Value v = Any(2);
    const Value indices = OfType({{(*sizes)[0], 1}, "i32"});
    Tensor result = v.type;
    Dims offset;
    for (size_t d = 1; d < v.type.dims.size(); ++d) {
      offset.push_back(static_cast<int64_t>(d));
    }
    Dims slice = v.type.dims;
    slice[0] = std::min<int64_t>(slice[0], 1);
    result.dims[0] = (*sizes)[0];
    EmitOp(fmt::format(
               "\"stablehlo.gather\"({}, {}) <{{dimension_numbers = "
               "#stablehlo.gather<offset_dims = [{}], collapsed_slice_dims = "
               "[0], start_index_map = [0], index_vector_dim = 1>, "
               "slice_sizes = array<i64: {}>}}>",
               v.name, indices.name, Ints(offset), Ints(slice)),
           {v, indices}, result);
  }
  void CustomCall() {
    constexpr std::string_view kTargets[] = {"Cholesky", "foo", "MoveToHost"};
    const Value v = Any();
    Emit(fmt::format(
             "stablehlo.custom_call @{}({}){} : ({}) -> {}",
             b_.OneOf<std::string_view>(kTargets), v.name,
             Annotation({v.type}, b_.Maybe(40) ? "has_side_effect = true" : ""),
             Text(v.type), Text(v.type)),
         {v.type});
  }
  void Constraint() {
    const Value v = Any();
    Emit(fmt::format("sdy.{} {} {} : {}",
                     b_.Maybe(80) ? "reshard" : "sharding_constraint", v.name,
                     Sharding(v.type), Text(v.type)),
         {v.type});
  }
  void Group() {
    const Value v = Any();
    text += fmt::format("sdy.sharding_group {} group_id={} : {}\n", v.name,
                        2 * v.type.dims.size() + b_.Choose(2), Text(v.type));
  }
  void PropagationBarrier() {
    constexpr std::string_view kDirections[] = {"NONE", "FORWARD", "BACKWARD"};
    const Value v = Any();
    Emit(fmt::format("sdy.propagation_barrier {} allowed_direction={} : {}",
                     v.name, b_.OneOf<std::string_view>(kDirections),
                     Text(v.type)),
         {v.type});
  }

  // --- ops with regions, and calls

  std::vector<Value> Some() {
    std::vector<Value> some;
    for (size_t count = 1 + b_.Choose(3); count > 0; --count) {
      some.push_back(Any());
    }
    return some;
  }
  Body Inner(bool isolated) {
    Body inner(b_, shardings_, callees_, names_, depth_ + 1);
    inner.free = free;
    inner.sizes = sizes;
    if (!isolated) inner.values = values;
    return inner;
  }
  // Returns the text of `body` after adding a few ops, and a terminator with
  // values of these types.
  static std::string Fill(Body& body, const std::vector<Tensor>& types,
                          std::string_view terminator) {
    body.Ops(body.b_.Choose(5));
    std::vector<Value> results;
    for (const Tensor& t : types) results.push_back(body.OfType(t));
    return fmt::format("{}{} {} : {}\n", body.text, terminator, Names(results),
                       Text(types));
  }
  static std::string Header(const std::vector<Value>& arguments) {
    std::string header;
    for (const Value& a : arguments) {
      header += fmt::format("{}{}: {}", header.empty() ? "" : ", ", a.name,
                            Text(a.type));
    }
    return header;
  }

  void OptimizationBarrier() {
    const std::vector<Value> some = Some();
    const std::vector<Tensor> types = Types(some);
    Emit(fmt::format("stablehlo.optimization_barrier{} {} : {}",
                     Annotation(types), Names(some), Text(types)),
         types);
  }
  void While() {
    const std::vector<Value> some = Some();
    const std::vector<Tensor> types = Types(some);
    Body condition = Inner(false), body = Inner(false);
    std::string header;
    for (const Value& v : some) {
      const std::string name = fmt::format("%a{}", names_++);
      header +=
          fmt::format("{}{} = {}", header.empty() ? "" : ", ", name, v.name);
      condition.values.push_back({name, v.type});
      body.values.push_back({name, v.type});
    }
    const std::string test = Fill(condition, {{{}, "i1"}}, "stablehlo.return");
    const std::string step = Fill(body, types, "stablehlo.return");
    const std::string annotation = Annotation(types);
    Emit(fmt::format("stablehlo.while({}) : {}{}{} cond {{\n{}}} do {{\n{}}}",
                     header, Text(types),
                     annotation.empty() ? "" : " attributes", annotation, test,
                     step),
         types);
  }
  void Case() {
    const std::vector<Tensor> types = Types(Some());
    const bool is_if = b_.Maybe(128);
    const Value selector = OfType({{}, is_if ? "i1" : "i32"});
    std::string regions;
    for (size_t count = is_if ? 2 : 1 + b_.Choose(3); count > 0; --count) {
      Body inner = Inner(false);
      regions += fmt::format("{}{{\n{}}}", regions.empty() ? "" : ", ",
                             Fill(inner, types, "stablehlo.return"));
    }
    Emit(fmt::format("\"stablehlo.{}\"({}) ({}){} : ({}) -> ({})",
                     is_if ? "if" : "case", selector.name, regions,
                     Annotation(types), Text(selector.type), Text(types)),
         types);
  }
  void NamedComputation() {
    const std::vector<Value> some = Some();
    const std::vector<Tensor> types = Types(some);
    Body body = Inner(true);
    for (const Tensor& t : types) body.Argument(t);
    const std::string header = Header(body.values);
    const std::string inside = Fill(body, types, "sdy.return");
    const auto list = [&](std::string_view key) {
      if (!b_.Maybe(100)) return std::string();
      std::string shardings;
      for (const Tensor& t : types) {
        shardings += (shardings.empty() ? "" : ", ") + Sharding(t);
      }
      return fmt::format(" {}_shardings=[{}]", key, shardings);
    };
    const std::string in = list("in"), out = list("out");
    Emit(fmt::format("sdy.named_computation<\"n{}\">({}){}{} ({}) {{\n{}}} : "
                     "({}) -> ({})",
                     b_.Choose(2), Names(some), in, out, header, inside,
                     Text(types), Text(types)),
         types);
  }
  void ManualComputation() {
    const std::vector<Value> some = Some();
    const std::vector<Tensor> types = Types(some);
    std::vector<MeshAxis> manual, left;
    for (const MeshAxis& axis : free) {
      (b_.Maybe(140) ? manual : left).push_back(axis);
    }
    Body body = Inner(true);
    body.free = left;
    std::string in, out;
    std::vector<Tensor> locals;
    for (const Tensor& t : types) {
      Tensor local = t;
      in += (in.empty() ? "" : ", ") +
            shardings_.Manual(b_, manual, left, local.dims);
      locals.push_back(local);
      body.Argument(local);
      // The results get the same shardings as the operands.
    }
    out = in;
    std::string axes;
    for (const MeshAxis& axis : manual) {
      axes += fmt::format("{}\"{}\"", axes.empty() ? "" : ", ", axis.name);
    }
    const std::string header = Header(body.values);
    const std::string inside = Fill(body, locals, "sdy.return");
    Emit(fmt::format("sdy.manual_computation({}) in_shardings=[{}] "
                     "out_shardings=[{}] manual_axes={{{}}} ({}) {{\n{}}} : "
                     "({}) -> ({})",
                     Names(some), in, out, axes, header, inside, Text(types),
                     Text(types)),
         types);
  }
  // Functions whose shardings use manual axes of an enclosing computation are
  // not called, because the program would be invalid once they are inlined.
  void Call() {
    if (callees_.empty()) return Unary();
    const Function callee = callees_[b_.Choose(callees_.size())];
    for (const std::string& axis : callee.axes) {
      if (std::ranges::find(free, axis, &MeshAxis::name) == free.end()) {
        return Unary();
      }
    }
    std::vector<Value> operands;
    for (const Tensor& t : callee.arguments) operands.push_back(OfType(t));
    Emit(fmt::format("func.call @{}({}){} : ({}) -> ({})", callee.name,
                     Names(operands), Annotation(callee.results),
                     Text(callee.arguments), Text(callee.results)),
         callee.results);
  }

  void AnyOp() {
    using Maker = void (Body::*)();
    constexpr Maker kMakers[] = {
        &Body::Unary,
        &Body::Binary,
        &Body::Dot,
        &Body::Select,
        &Body::BatchDot,
        &Body::Transpose,
        &Body::Reshape,
        &Body::Broadcast,
        &Body::Reduce,
        &Body::Slice,
        &Body::Gather,
        &Body::Concatenate,
        &Body::DynamicSlice,
        &Body::Group,
        &Body::CustomCall,
        &Body::Constraint,
        &Body::Constraint,
        &Body::PropagationBarrier,
        &Body::OptimizationBarrier,
        // From here on, calls and ops with regions.
        &Body::Call,
        &Body::Call,
        &Body::While,
        &Body::Case,
        &Body::ManualComputation,
        &Body::ManualComputation,
        &Body::NamedComputation,
    };
    constexpr size_t kFlat = 19;
    (this->*kMakers[b_.Choose(depth_ < kMaxDepth ? std::size(kMakers)
                                                 : kFlat)])();
  }

  Bytes& b_;
  const Shardings& shardings_;
  std::vector<Function>& callees_;
  int& names_;
  size_t depth_;
};

// Returns the text of a function, which can be called from then on.
std::string MakeFunction(Bytes& b, const Shardings& shardings,
                         const std::array<int64_t, 4>& sizes,
                         const std::string& name,
                         std::vector<Function>& functions) {
  int names = 0;
  Body body(b, shardings, functions, names, 0);
  body.free = shardings.axes();
  body.sizes = &sizes;
  Function function{name, {}, {}, {}};
  const auto annotated = [&](const Tensor& t) {
    if (!b.Maybe(120)) return Text(t);
    return fmt::format("{} {{sdy.sharding = #sdy.sharding{}}}", Text(t),
                       shardings.Any(b, t.dims.size(), body.free));
  };
  std::string arguments;
  for (size_t count = 1 + b.Choose(3); count > 0; --count) {
    const Value a = body.Argument(body.SomeType());
    function.arguments.push_back(a.type);
    arguments += fmt::format("{}{}: {}", arguments.empty() ? "" : ", ", a.name,
                             annotated(a.type));
  }
  body.Ops(1 + b.Choose(10));
  std::vector<Value> returned;
  std::string results;
  for (size_t count = 1 + b.Choose(3); count > 0; --count) {
    const size_t back = b.Choose(std::min<size_t>(body.values.size(), 8));
    returned.push_back(body.values[body.values.size() - 1 - back]);
    const Tensor& t = returned.back().type;
    function.results.push_back(t);
    results += (results.empty() ? "" : ", ") + annotated(t);
  }
  std::string text = fmt::format(
      "func.func {}@{}({}) -> ({}) {{\n{}return {} : {}\n}}\n",
      name == "main" || b.Maybe(40) ? "" : "private ", name, arguments, results,
      body.text, Names(returned), Text(function.results));
  for (const MeshAxis& axis : shardings.axes()) {
    const auto mentions = [&](const Function& callee) {
      return text.find(fmt::format("@{}(", callee.name)) != text.npos &&
             std::ranges::find(callee.axes, axis.name) != callee.axes.end();
    };
    if (text.find(fmt::format("\"{}\"", axis.name)) != text.npos ||
        std::ranges::any_of(functions, mentions)) {
      function.axes.push_back(axis.name);
    }
  }
  functions.push_back(std::move(function));
  return text;
}

}  // namespace

std::string MakeProgram(Bytes& bytes) {
  const Shardings shardings(bytes);
  const std::array<int64_t, 4>& sizes = kSizes[bytes.Choose(kSizes.size())];
  std::string text = shardings.Definitions();
  std::vector<Function> functions;
  for (size_t count = bytes.Choose(5), i = 0; i + 2 < count; ++i) {
    text +=
        MakeFunction(bytes, shardings, sizes, fmt::format("f{}", i), functions);
  }
  return text + MakeFunction(bytes, shardings, sizes, "main", functions);
}

}  // namespace shardflow::internal::fuzz
