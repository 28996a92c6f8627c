#include <algorithm>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "evaluator/program_maker.h"

// Control flow, calls and manual computations.

namespace shardflow::internal {

// Makes a loop of a few iterations over up to three tensors.
bool ProgramMaker::While() {
  std::vector<size_t> carried;
  const int64_t wanted = random_.In(1, 3);
  for (int64_t i = 0; i < wanted; ++i) {
    size_t v;
    if (AnyFloat(v, 0)) carried.push_back(Tame(v));
  }
  if (carried.empty()) return false;
  const size_t zero = Constant({}, Element::kInt, 0);
  const std::string name = Fresh(), counter = Fresh();
  Scope body;
  body.depth = scope().depth + 1;
  body.can_add_args = false;
  body.is_manual = scope().is_manual;
  std::string header = fmt::format("{} = {}", counter, Use(zero));
  std::string types = "tensor<i32>";
  body.values.push_back(
      {.name = counter, .dims = {}, .element = Element::kInt, .bound = 4});
  std::vector<Value> made;
  for (const size_t v : carried) {
    Value arg = At(v);
    arg.name = Fresh();
    arg.used = false;
    // The bound holds in every iteration, because Tame() is applied to the
    // values that the body returns.
    arg.exact = false;
    arg.bound = 8;
    header += fmt::format(", {} = {}", arg.name, Use(v));
    types += ", " + Type(arg);
    made.push_back(arg);
    body.values.push_back(std::move(arg));
  }
  const std::string limit = Fresh(), less = Fresh();
  Line(fmt::format(
      "{}:{} = stablehlo.while({}) : {} cond {{\n      {} = "
      "stablehlo.constant dense<{}> : tensor<i32>\n      {} = "
      "stablehlo.compare LT, {}, {}, SIGNED : (tensor<i32>, tensor<i32>) -> "
      "tensor<i1>\n      stablehlo.return {} : tensor<i1>\n    }} do {{",
      name, carried.size() + 1, header, types, limit, random_.In(0, 3), less,
      counter, limit, less));
  scopes_.push_back(std::move(body));
  Ops(static_cast<int>(random_.In(1, 5)));
  const std::string one = Fresh(), next = Fresh();
  Line(fmt::format("{} = stablehlo.constant dense<1> : tensor<i32>", one));
  Line(fmt::format("{} = stablehlo.add {}, {} : tensor<i32>", next, counter,
                   one));
  std::string returned = next;
  for (size_t i = 0; i < made.size(); ++i) {
    // Picks a value of the same shape, preferably a new and unused one.
    size_t pick = 1 + i;
    for (size_t v = scope().values.size(); v-- > 1;) {
      if (At(v).dims == made[i].dims && At(v).element == Element::kFloat &&
          (!At(v).used || random_.Chance(50))) {
        pick = v;
        break;
      }
    }
    const size_t tame = Tame(pick);
    returned += ", " + Use(tame);
  }
  Line(fmt::format("stablehlo.return {} : {}", returned, types));
  const std::string text = scope().text;
  scopes_.pop_back();
  scope().text += text;
  Line("}");
  for (size_t i = 0; i < made.size(); ++i) {
    made[i].name = fmt::format("{}#{}", name, i + 1);
    made[i].used = false;
    scope().values.push_back(made[i]);
  }
  return true;
}

// Writes a branch: ops on values from outside, and a result of the given shape.
void ProgramMaker::Branch(const Dims& dims, std::string& text) {
  Scope branch;
  branch.values = scope().values;
  branch.depth = scope().depth + 1;
  branch.can_add_args = false;
  branch.is_manual = scope().is_manual;
  const size_t outer = branch.values.size();
  scopes_.push_back(std::move(branch));
  Ops(static_cast<int>(random_.In(1, 4)));
  size_t pick = outer;
  for (size_t v = scope().values.size(); v-- > 0;) {
    if (At(v).dims == dims && At(v).element == Element::kFloat) {
      pick = v;
      break;
    }
  }
  if (pick == outer &&
      (pick >= scope().values.size() || At(pick).dims != dims ||
       At(pick).element != Element::kFloat)) {
    pick = Constant(dims, Element::kFloat, 1);
  }
  pick = Tame(pick);
  const std::string result = Use(pick);
  Line(fmt::format("stablehlo.return {} : {}", result,
                   Type(dims, Element::kFloat)));
  text = scope().text;
  std::vector<bool> used;
  for (size_t i = 0; i < outer; ++i) used.push_back(At(i).used);
  scopes_.pop_back();
  for (size_t i = 0; i < outer; ++i) At(i).used = used[i];
}

bool ProgramMaker::If() {
  size_t v;
  if (!AnyFloat(v, 0)) return false;
  const Dims dims = At(v).dims;
  const size_t a = ScalarInt(), b = Constant({}, Element::kInt, 2);
  const std::string x = Use(a), y = Use(b);
  const size_t condition =
      Emit(fmt::format("stablehlo.compare LT, {}, {}, SIGNED : (tensor<i32>, "
                       "tensor<i32>) -> tensor<i1>",
                       x, y),
           {.name = "", .dims = {}, .element = Element::kBool, .bound = 1});
  std::string yes, no;
  Branch(dims, yes);
  Branch(dims, no);
  const std::string c = Use(condition);
  Emit(fmt::format("\"stablehlo.if\"({}) ({{\n{}    }}, {{\n{}    }})@@ : "
                   "(tensor<i1>) -> {}",
                   c, yes, no, Type(dims, Element::kFloat)),
       {.name = "", .dims = dims, .exact = false, .bound = 8});
  return true;
}

bool ProgramMaker::Case() {
  size_t v;
  if (!AnyFloat(v, 0)) return false;
  const Dims dims = At(v).dims;
  const size_t index = ScalarInt();
  std::string regions;
  const int64_t count = random_.In(2, 3);
  for (int64_t i = 0; i < count; ++i) {
    std::string text;
    Branch(dims, text);
    regions += fmt::format("{}{{\n{}    }}", i == 0 ? "" : ", ", text);
  }
  const std::string a = Use(index);
  Emit(fmt::format("\"stablehlo.case\"({}) ({})@@ : (tensor<i32>) -> {}", a,
                   regions, Type(dims, Element::kFloat)),
       {.name = "", .dims = dims, .exact = false, .bound = 8});
  return true;
}

// Makes a function of up to two arguments, and calls it once or twice.
bool ProgramMaker::Call() {
  if (scope().is_manual) return false;
  std::vector<size_t> operands;
  size_t v;
  for (int64_t i = random_.In(1, 2); i > 0; --i) {
    if (AnyFloat(v)) operands.push_back(Tame(v));
  }
  if (operands.empty()) return false;
  Scope callee;
  callee.depth = scope().depth + 1;
  callee.can_add_args = false;
  std::string params, names, types;
  for (const size_t operand : operands) {
    Value arg = At(operand);
    arg.name = Fresh();
    arg.used = false;
    const char* comma = params.empty() ? "" : ", ";
    params += fmt::format("{}{}: {}", comma, arg.name, Type(arg));
    names += comma + Use(operand);
    types += comma + Type(arg);
    callee.values.push_back(std::move(arg));
  }
  const std::string function = fmt::format("@f{}", next_++);
  scopes_.push_back(std::move(callee));
  Ops(static_cast<int>(random_.In(1, 5)));
  size_t pick = 0;
  for (size_t i = scope().values.size(); i-- > 0;) {
    if (At(i).element == Element::kFloat) {
      pick = i;
      break;
    }
  }
  pick = Tame(pick);
  Value made = At(pick);
  functions_ += fmt::format(
      "  func.func private {}({}) -> {} {{\n{}    return {} : {}\n  }}\n",
      function, params, Type(made), scope().text, made.name, Type(made));
  scopes_.pop_back();
  made.used = false;
  for (int64_t i = random_.In(1, 2); i > 0; --i) {
    Emit(fmt::format("func.call {}({}) : ({}) -> {}", function, names, types,
                     Type(made)),
         made);
  }
  return true;
}

bool ProgramMaker::Barrier() {
  size_t a, b;
  if (!AnyFloat(a, 0) || !AnyFloat(b, 0)) return false;
  Value x = At(a), y = At(b);
  const std::string name = Fresh(), p = Use(a), q = Use(b);
  Line(fmt::format("{}:2 = stablehlo.optimization_barrier {}, {} : {}, {}",
                   name, p, q, Type(x), Type(y)));
  x.used = y.used = false;
  x.name = name + "#0";
  y.name = name + "#1";
  scope().values.push_back(x);
  scope().values.push_back(y);
  return true;
}

// Makes a manual computation along all axes, with a collective in its body.
bool ProgramMaker::Manual() {
  if (scope().is_manual || scope().depth > 0) return false;
  size_t v;
  if (!AnyFloat(v)) return false;
  v = Tame(v);
  const Value whole = At(v);
  // Puts each axis, in order, on a dimension that it divides, or on none.
  std::vector<std::vector<std::string>> per_dim(whole.dims.size());
  Dims local = whole.dims;
  for (const Axis& axis : axes_) {
    const size_t d = random_.Below(local.size());
    if (random_.Chance(20) || local[d] % axis.size != 0) continue;
    local[d] /= axis.size;
    per_dim[d].push_back(fmt::format("\"{}\"", axis.name));
  }
  std::string sharding = "<@mesh, [";
  std::string manual;
  for (size_t d = 0; d < per_dim.size(); ++d) {
    sharding += (d == 0 ? "" : ", ") + Axes(per_dim[d]);
  }
  sharding += "]>";
  for (const Axis& axis : axes_) {
    manual += fmt::format("{}\"{}\"", manual.empty() ? "" : ", ", axis.name);
  }
  Scope body;
  body.depth = scope().depth + 1;
  body.can_add_args = false;
  body.is_manual = true;
  Value arg = whole;
  arg.name = Fresh();
  arg.dims = local;
  arg.used = false;
  const std::string param = arg.name;
  body.values.push_back(arg);
  const std::string operand = Use(v);
  scopes_.push_back(std::move(body));
  Ops(static_cast<int>(random_.In(0, 3)));
  size_t last = 0;
  for (size_t i = scope().values.size(); i-- > 0;) {
    if (At(i).dims == local && At(i).element == Element::kFloat) {
      last = i;
      break;
    }
  }
  last = Tame(last);
  // A sum over all devices has the same result on every device.
  std::string ids;
  int64_t devices = 1;
  for (const Axis& axis : axes_) devices *= axis.size;
  for (int64_t i = 0; i < devices; ++i) {
    ids += fmt::format("{}{}", i == 0 ? "" : ", ", i);
  }
  const bool sums = random_.Chance(50);
  const bool permutes = !sums && random_.Chance(50);
  const std::string channel = fmt::format(
      "channel_handle = #stablehlo.channel_handle<handle = {}, type = 1>",
      next_++);
  Value made = At(last);
  made.used = false;
  if (sums) {
    made.bound *= static_cast<double>(devices);
    const std::string region = Region("add", Element::kFloat), a = Use(last);
    last = Emit(
        fmt::format("\"stablehlo.all_reduce\"({}) <{{{}, replica_groups "
                    "= dense<[[{}]]> : tensor<1x{}xi64>, "
                    "use_global_device_ids}}> {} : ({}) -> {}",
                    a, channel, ids, devices, region, Type(made), Type(made)),
        made);
  } else if (permutes) {
    std::string pairs;
    for (int64_t i = 0; i < devices; ++i) {
      pairs +=
          fmt::format("{}[{}, {}]", i == 0 ? "" : ", ", i, (i + 1) % devices);
    }
    const std::string a = Use(last);
    last = Emit(fmt::format("\"stablehlo.collective_permute\"({}) <{{{}, "
                            "source_target_pairs = dense<[{}]> : "
                            "tensor<{}x2xi64>}}> : ({}) -> {}",
                            a, channel, pairs, devices, Type(made), Type(made)),
                made);
    // The permutation makes replicas differ along axes that shard no dimension.
    // If there are such axes, its result isn't returned.
    for (const Axis& axis : axes_) {
      const std::string quoted = fmt::format("\"{}\"", axis.name);
      bool found = false;
      for (const auto& names : per_dim) {
        found |= std::find(names.begin(), names.end(), quoted) != names.end();
      }
      if (!found && axis.size > 1) {
        last = 0;
        break;
      }
    }
  }
  const std::string returned = Use(last);
  made = At(last);
  made.used = false;
  const std::string text = scope().text;
  scopes_.pop_back();
  made.dims = whole.dims;
  Emit(fmt::format("sdy.manual_computation({}) in_shardings=[{}] "
                   "out_shardings=[{}] manual_axes={{{}}} ({}: {}) {{\n{}    "
                   "sdy.return {} : {}\n    }} : ({}) -> {}",
                   operand, sharding, sharding, manual, param,
                   Type(local, Element::kFloat), text, returned,
                   Type(local, Element::kFloat), Type(whole), Type(whole)),
       made);
  return true;
}

}  // namespace shardflow::internal
