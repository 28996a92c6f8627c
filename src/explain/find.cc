#include "explain/find.h"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/similar.h"
#include "ir/walk.h"
#include "ops/code_places.h"
#include "ops/data_flow.h"
#include "ops/functions.h"
#include "ops/gradients.h"
#include "ops/op_kind.h"
#include "ops/user_names.h"

namespace shardflow::internal {
namespace {

OpId FunctionNamed(const Module& m, NameId symbol) {
  for (const OpId f : Functions(m)) {
    if (m.symbol(f) == symbol) return f;
  }
  return OpId::None();
}

// Returns the place to report for an error in the request itself, which isn't
// about any line of the program.
SourcePlace WholeProgram(const Module& m) {
  return {m.Place(m.root()).file, 0, 0};
}

// The maximum number of values listed if several have the requested name.
constexpr size_t kShownMatches = 10;

// Adds a note with the number of values that aren't listed, if any.
void NoteRest(size_t values, Message& error) {
  if (values <= kShownMatches) return;
  error.notes.push_back(
      NoteAt({}, fmt::format("and {} more", values - kShownMatches)));
}

// Lists the names of functions, as in " @f @g". If there are many, lists the
// first few and says how many more there are.
std::string SomeNames(const Module& m, const std::vector<OpId>& functions) {
  constexpr size_t kShown = 10;
  std::string text;
  for (size_t i = 0; i < std::min(functions.size(), kShown); ++i) {
    text += fmt::format(" @{}", m.names.Get(m.symbol(functions[i])));
  }
  if (functions.size() > kShown) {
    text += fmt::format(" and {} more", functions.size() - kShown);
  }
  return text;
}

// Returns the function that the request names, or the main function if it names
// none. Returns None on error.
OpId FindFunction(const Module& m, const std::string& name,
                  Diagnostics& diagnostics) {
  const std::vector<OpId> functions = Functions(m);
  for (const OpId f : functions) {
    if (m.names.Get(m.symbol(f)) == (name.empty() ? "main" : name)) return f;
  }
  if (name.empty() && functions.size() == 1) return functions.front();
  const std::string known = SomeNames(m, functions);
  diagnostics.Error(
      WholeProgram(m),
      functions.empty() ? "the program has no functions"
      : name.empty()
          ? fmt::format("there is no @main; name one of{}", known)
          : fmt::format("there is no function @{}; there are{}", name, known));
  return OpId::None();
}

// A value, or a result of a function, with the user's name for it.
struct Labelled {
  AskedValue asked;
  std::string label;
  ValueId shown;  // the value whose place is shown; None for a result
};

std::vector<Labelled> FindLabelled(const Module& m, OpId function,
                                   std::string_view pattern) {
  std::vector<Labelled> found;
  if (IsDeclaration(m, function)) return found;
  const std::span<const ValueId> args = m.args(EntryBlock(m, function));
  for (size_t i = 0; i < args.size(); ++i) {
    const std::string_view label = ArgumentName(m, function, i);
    if (!label.empty() && MatchesName(pattern, label)) {
      found.push_back({{function, args[i], -1}, std::string(label), args[i]});
    }
  }
  const OpId returned = ReturnOp(m, function);
  const int results = returned ? m.operand_count(returned) : 0;
  for (int i = 0; i < results; ++i) {
    const std::string_view label =
        ResultName(m, function, static_cast<size_t>(i));
    if (label.empty() || !MatchesName(pattern, label)) continue;
    const ValueId value =
        function == MainFunction(m) ? ValueId::None() : m.operand(returned, i);
    found.push_back({{function, value, i}, std::string(label), {}});
  }
  return found;
}

// Finds op results by name stack or gradient name. A `line` of 0 means any
// line.
std::vector<Labelled> FindInside(const Module& m, OpId function,
                                 std::string_view pattern, int line) {
  std::vector<Labelled> found;
  // Consecutive ops often share a name stack, so the last answer is kept.
  AttrId last;
  bool last_matches = false;
  const auto gradients = GradientNames(m, function);
  const auto is_gradient = [&](ValueId value) {
    const auto name = gradients.find(value);
    return name != gradients.end() && MatchesName(pattern, name->second);
  };
  WalkPreOrder(m, function, [&](OpId op) {
    if (op == function || m.result_count(op) == 0) return;
    const std::string_view stack = NameStack(m, m.loc(op));
    if (stack.empty()) return;
    if (m.loc(op).attr() != last) {
      last = m.loc(op).attr();
      last_matches = MatchesName(pattern, StackLabel(stack)) ||
                     MatchesName(pattern, stack);
    }
    if (line > 0 && UserPlace(m, m.loc(op)).line != line) return;
    for (int i = 0; i < m.result_count(op); ++i) {
      if (!last_matches && !is_gradient(m.result(op, i))) continue;
      found.push_back({{function, m.result(op, i), -1},
                       std::string(stack),
                       m.result(op, i)});
    }
  });
  return found;
}

// Returns a hint with names that the user may have meant, or "" if there are no
// similar ones.
std::string OtherNamesIn(const Module& m, const ValueNames& names,
                         OpId function, std::string_view name) {
  if (function.IsNone() || IsDeclaration(m, function)) return "";
  const bool by_text = name.starts_with('%');
  // The user may have given only the last part of a path, such as
  // "dot_general".
  const std::string deeper = "**/" + std::string(name);
  if (!by_text && (!FindLabelled(m, function, deeper).empty() ||
                   !FindInside(m, function, deeper, /*line=*/0).empty())) {
    return DidYouMean(std::vector<std::string>{deeper});
  }
  std::vector<std::string> known;
  const std::span<const ValueId> args = m.args(EntryBlock(m, function));
  for (size_t i = 0; i < args.size(); ++i) {
    const std::string_view label = ArgumentName(m, function, i);
    known.push_back(by_text || label.empty() ? names.Name(args[i])
                                             : NamePath(label));
  }
  const size_t results = m.types.result_count(FunctionType(m, function));
  for (size_t i = 0; i < results; ++i) {
    const std::string_view label = ResultName(m, function, i);
    if (!label.empty()) known.push_back(NamePath(label));
  }
  for (std::string& text : names.Texts()) known.push_back(std::move(text));
  return OtherNames(name, std::move(known), args.size(), results);
}

// Finds an argument or a result of the function by its position, such as
// "arg/3" or "res/0".
std::optional<AskedValue> FindByPosition(const Module& m, OpId function,
                                         std::string_view name) {
  if (function.IsNone() || IsDeclaration(m, function)) return std::nullopt;
  const std::span<const ValueId> args = m.args(EntryBlock(m, function));
  TensorNames known;
  for (size_t i = 0; i < args.size(); ++i) {
    known.argument = static_cast<int>(i);
    if (FitOfName(name, known) == NameFit::kPosition) {
      return AskedValue{function, args[i], -1};
    }
  }
  known = {};
  const OpId returned = ReturnOp(m, function);
  for (int i = 0; returned && i < m.operand_count(returned); ++i) {
    known.result = i;
    if (FitOfName(name, known) != NameFit::kPosition) continue;
    return AskedValue{
        function,
        function == MainFunction(m) ? ValueId::None() : m.operand(returned, i),
        i};
  }
  return std::nullopt;
}

// Finds a value by the user's name for it. Returns false, without an error, if
// no value matches. If it returns true but `asked` is empty, an error has been
// reported.
bool FindByLabel(const Module& m, const ValueNames& names,
                 const ExplainRequest& request, Diagnostics& diagnostics,
                 std::optional<AskedValue>& asked) {
  const OpId main = MainFunction(m);
  std::vector<Labelled> found;
  for (const OpId function : Functions(m)) {
    const std::string_view symbol = m.names.Get(m.symbol(function));
    if (request.function.empty() ? function != main
                                 : symbol != request.function) {
      continue;
    }
    found = FindLabelled(m, function, request.value);
    if (found.empty()) {
      found = FindInside(m, function, request.value, request.line);
    }
  }
  if (found.empty()) return false;
  if (found.size() == 1) {
    asked = found.front().asked;
    return true;
  }
  Message& error = diagnostics.Error(
      WholeProgram(m), fmt::format("{} values are called '{}': give its "
                                   "line or its name in the text",
                                   found.size(), request.value));
  for (size_t i = 0; i < std::min(found.size(), kShownMatches); ++i) {
    const OpId op = found[i].shown ? m.def(found[i].shown) : OpId::None();
    if (op.IsNone()) {
      error.notes.push_back(
          NoteAt({}, fmt::format("this one is '{}'", found[i].label)));
      continue;
    }
    error.notes.push_back(
        NoteAt(UserPlace(m, m.loc(op)),
               fmt::format("this one is {}, '{}'", names.Name(found[i].shown),
                           found[i].label)));
  }
  NoteRest(found.size(), error);
  return true;
}

std::optional<AskedValue> FindByName(const Module& m, const ValueNames& names,
                                     const ExplainRequest& request,
                                     Diagnostics& diagnostics) {
  if (!request.value.starts_with('%')) {
    std::optional<AskedValue> asked;
    if (FindByLabel(m, names, request, diagnostics, asked)) return asked;
    OpId function = MainFunction(m);
    if (!request.function.empty()) {
      function = FindFunction(m, request.function, diagnostics);
      if (function.IsNone()) return std::nullopt;
    }
    asked = FindByPosition(m, function, request.value);
    if (asked) return asked;
  }
  std::string name = request.value;
  if (!name.starts_with('%')) name.insert(0, 1, '%');
  std::vector<ValueNames::Found> found = names.Find(name);
  const auto keep = [&](auto pred) {
    std::erase_if(found, [&](const ValueNames::Found& f) { return !pred(f); });
  };
  if (request.line > 0) {
    keep([&](const auto& f) { return f.place.line == request.line; });
  }
  if (!request.function.empty()) {
    const OpId function = FindFunction(m, request.function, diagnostics);
    if (function.IsNone()) return std::nullopt;
    keep([&](const auto& f) { return f.function == m.symbol(function); });
  } else if (std::ranges::any_of(found, [&](const auto& f) {
               return f.function == name::kMain;
             })) {
    keep([&](const auto& f) { return f.function == name::kMain; });
  }
  if (found.empty()) {
    diagnostics.Error(
        WholeProgram(m),
        fmt::format(
            "there is no value {} in {}{}", request.value,
            request.function.empty() ? "the program" : "@" + request.function,
            OtherNamesIn(m, names, MainFunction(m), request.value)));
    return std::nullopt;
  }
  if (found.size() > 1) {
    Message& error = diagnostics.Error(
        WholeProgram(m),
        fmt::format("there are {} values {}: give a function or a line",
                    found.size(), name));
    for (size_t i = 0; i < std::min(found.size(), kShownMatches); ++i) {
      const ValueNames::Found& f = found[i];
      error.notes.push_back(
          NoteAt({f.place.file, f.place.line, f.place.column},
                 fmt::format("this one is in @{}",
                             f.function ? m.names.Get(f.function) : "")));
    }
    NoteRest(found.size(), error);
    return std::nullopt;
  }
  const OpId function = FunctionNamed(m, found.front().function);
  return AskedValue{function, found.front().value, -1};
}

bool CheckIndex(const Module& m, OpId function, int index, size_t count,
                std::string_view what, Diagnostics& diagnostics) {
  if (index >= 0 && static_cast<size_t>(index) < count) return true;
  diagnostics.Error(
      m.Place(function),
      fmt::format("@{} has {} {}s; there is no {} {}",
                  m.names.Get(m.symbol(function)), count, what, what, index));
  return false;
}

}  // namespace

std::optional<AskedValue> FindAsked(const Module& m, const ValueNames& names,
                                    const ExplainRequest& request,
                                    Diagnostics& diagnostics) {
  if (!request.value.empty()) {
    return FindByName(m, names, request, diagnostics);
  }
  const OpId function = FindFunction(m, request.function, diagnostics);
  if (function.IsNone()) return std::nullopt;
  if (IsDeclaration(m, function)) {
    diagnostics.Error(
        m.Place(function),
        fmt::format("@{} is only declared", m.names.Get(m.symbol(function))));
    return std::nullopt;
  }
  if (request.argument >= 0) {
    const std::span<const ValueId> args = m.args(EntryBlock(m, function));
    if (!CheckIndex(m, function, request.argument, args.size(), "argument",
                    diagnostics)) {
      return std::nullopt;
    }
    return AskedValue{function, args[static_cast<size_t>(request.argument)],
                      -1};
  }
  const OpId returned = ReturnOp(m, function);
  const auto count = static_cast<size_t>(m.operand_count(returned));
  if (!CheckIndex(m, function, request.result, count, "result", diagnostics)) {
    return std::nullopt;
  }
  if (function == MainFunction(m)) {
    return AskedValue{function, ValueId::None(), request.result};
  }
  return AskedValue{function, m.operand(returned, request.result),
                    request.result};
}

Marker::Marker(Module& m, const AskedValue& asked, size_t number)
    : m_(m),
      asked_(asked),
      key_(m.names.Intern(fmt::format("shardflow.explained.{}", number))) {
  if (asked.value.IsNone()) return;
  const AttrId mark = m.attrs.String(key_);
  index_ = m.index(asked.value);
  if (const OpId def = m.def(asked.value)) {
    m.SetAttr(def, key_, mark);
    return;
  }
  const OpId home = OwningOp(m, asked.value);
  if (!IsFunction(m, home)) {
    const RegionId region = m.block(m.arg_block(asked.value)).parent;
    region_ = region.index - m.region(home, 0).index;
    m.SetAttr(home, key_, mark);
    return;
  }
  // Mark the calls to the function: inlining will turn them into regions.
  region_ = 0;
  WalkPreOrder(m, m.root(), [&](OpId op) {
    if (IsCall(m, op) && Callee(m, op) == m.symbol(home)) {
      m.SetAttr(op, key_, mark);
    }
  });
}

std::vector<TensorPlace> Marker::Instances() const {
  if (asked_.value.IsNone()) return {{ValueId::None(), asked_.result}};
  std::vector<TensorPlace> places;
  const OpId home = OwningOp(m_, asked_.value);
  if (m_.IsArg(asked_.value) && !m_.IsErased(home) && IsFunction(m_, home)) {
    places.push_back({asked_.value, -1});
  }
  WalkPreOrder(m_, m_.root(), [&](OpId op) {
    if (m_.attr(op, key_).IsNone()) return;
    if (region_ < 0) {
      if (index_ < m_.result_count(op)) {
        places.push_back({m_.result(op, index_), -1});
      }
      return;
    }
    if (region_ >= m_.region_count(op)) return;
    const BlockId block = m_.first_block(m_.region(op, region_));
    if (block.IsNone()) return;
    const std::span<const ValueId> args = m_.args(block);
    const auto index = static_cast<size_t>(index_);
    if (index < args.size()) places.push_back({args[index], -1});
  });
  return places;
}

}  // namespace shardflow::internal
