#include "program.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "answers.h"
#include "ask.h"
#include "job.h"
#include "messages.h"
#include "rules.h"
#include "shardflow/shardflow.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace shardflow::python {
namespace {

// Returns the program text in a Python bytes or str object.
std::string TextOf(nb::handle data) {
  if (PyBytes_Check(data.ptr())) {
    char* bytes = nullptr;
    Py_ssize_t size = 0;
    if (PyBytes_AsStringAndSize(data.ptr(), &bytes, &size) < 0) {
      throw nb::python_error();
    }
    return std::string(bytes, static_cast<size_t>(size));
  }
  Py_ssize_t size = 0;
  const char* const text = PyUnicode_AsUTF8AndSize(data.ptr(), &size);
  if (text == nullptr) throw nb::python_error();
  return std::string(text, static_cast<size_t>(size));
}

nb::object Read(const std::string& name, nb::handle data,
                bool allow_unregistered_dialect, bool keep_names) {
  ReadOptions options;
  options.allow_unregistered_dialect = allow_unregistered_dialect;
  options.keep_names = keep_names;
  const auto found = std::make_shared<Found<std::optional<Program>>>();
  const auto text = std::make_shared<std::string>(TextOf(data));
  RunJob([found, text, name, options](const Stop&) {
    found->value = Program::Read(name, SourceText(std::move(*text)), options,
                                 found->messages);
  });
  if (!found->value) RaiseError(found->messages);
  return nb::make_tuple(
      PyProgram{std::make_shared<Shared>(*std::move(found->value))},
      found->messages);
}

using Passes = std::vector<std::pair<std::string, std::string>>;

std::vector<Message> Run(const PyProgram& self, const Passes& passes,
                         const std::string& compat, bool extra_rules, bool jax,
                         bool dynamic_shapes,
                         std::optional<const Rules*> rules) {
  const How how = HowOf(compat, extra_rules, jax, dynamic_shapes, rules);
  std::vector<Message> messages;
  try {
    messages =
        Ask<bool>(self, [how, passes](Program& program, Found<bool>& out,
                                      const Stop& stop) {
          for (const auto& [pass, options] : passes) {
            if (!program.Run(pass, options, how.Options(stop), out.messages)) {
              return false;
            }
          }
          return true;
        })->messages;
  } catch (...) {
    RethrowFrom(rules);
    throw;
  }
  RethrowFrom(rules);
  return messages;
}

PyProgram Clone(const PyProgram& self) {
  auto found = Ask<std::optional<Program>>(
      self, [](Program& program, auto& out, const Stop&) {
        out.value = program.Clone();
        return true;
      });
  return {std::make_shared<Shared>(*std::move(found->value))};
}

nb::str Write(const PyProgram& self, bool debug_info, bool generic_form,
              bool json) {
  const auto found = Ask<std::string>(
      self, [=](Program& program, auto& out, const Stop& stop) {
        WriteOptions options;
        options.debug_info = debug_info;
        options.generic_form = generic_form;
        const auto sink = [&](std::string_view piece) {
          out.value += piece;
          return !stop;
        };
        options.json = json;
        return program.Write(sink, options);
      });
  return ToStr(found->value);
}

nb::bytes WriteArtifact(const PyProgram& self, const std::string& version) {
  const auto found = Ask<std::string>(
      self, [version](Program& program, auto& out, const Stop&) {
        std::optional<std::string> bytes =
            program.WriteArtifact(version, out.messages);
        if (!bytes) return false;
        out.value = *std::move(bytes);
        return true;
      });
  return nb::bytes(found->value.data(), found->value.size());
}

// Returns the function where propagation starts, or an empty handle.
OpRef MainOf(const ProgramView& view) {
  const OpRef main = view.FindFunction("main");
  if (main) return main;
  const std::vector<OpRef> functions = view.Functions();
  return functions.size() == 1 ? functions.front() : OpRef();
}

// Adds an error about an invalid argument. Returns false.
bool Refuse(std::vector<Message>& messages, std::string text) {
  Message& message = messages.emplace_back();
  message.text = std::move(text);
  message.code = ErrorCode::kInvalidArgument;
  return false;
}

void SetSharding(const PyProgram& self, bool argument, int index,
                 const std::optional<ShardingInfo>& sharding) {
  Ask<bool>(self, [=](Program& program, auto& out, const Stop&) {
    const ProgramView view(program);
    const OpRef main = MainOf(view);
    if (!main) return Refuse(out.messages, "the program has no @main");
    if (!argument) {
      return program.SetResultSharding(main, index, sharding, out.messages);
    }
    const std::vector<ValueRef> arguments = view.Arguments(view.Body(main));
    if (index < 0 || static_cast<size_t>(index) >= arguments.size()) {
      return Refuse(out.messages, "@main has no such argument");
    }
    const ValueRef value = arguments[static_cast<size_t>(index)];
    return program.SetSharding(value, sharding, out.messages);
  });
}

std::pair<std::string, std::string> ExplainValue(
    const PyProgram& self, const std::string& value, int argument, int result,
    const std::string& function, int line, bool specs, bool fixes,
    const std::string& compat, bool extra_rules, bool jax, bool dynamic_shapes,
    std::optional<const Rules*> rules) {
  const How how = HowOf(compat, extra_rules, jax, dynamic_shapes, rules);
  ExplainRequest request;
  request.value = value;
  request.argument = argument;
  request.result = result;
  request.function = function;
  request.line = line;
  request.fixes = fixes;
  using Answer = std::pair<std::string, std::string>;
  const auto found = Ask<Answer>(
      self,
      [how, request, specs](Program& program, auto& out, const Stop& stop) {
        ExplainRequest asked = request;
        asked.run = how.Options(stop);
        const std::optional<Explanation> explanation =
            Explain(program, asked, out.messages);
        if (!explanation) return false;
        out.value = {ExplanationText(*explanation, {.spec = specs}),
                     ExplanationJson(*explanation)};
        return true;
      });
  RethrowFrom(rules);
  return found->value;
}

// A reshard, with names for the ops that make and use its value.
struct Reshard {
  std::string type;
  std::string from, to;  // shardings as text, or empty
  std::string producer;  // the op that makes the value; empty for an argument
  std::string label;     // the user's name for the value; empty if unknown
  SourceFrame place;     // of `producer`; line 0 if unknown
  std::vector<std::string> consumers;
  std::vector<ReshardStep> steps;
};

std::vector<Reshard> ReshardsOf(const Program& program) {
  const ProgramView view(program);
  std::vector<Reshard> rows;
  for (PlannedReshard& planned : CommunicationPlan(program)) {
    Reshard& row = rows.emplace_back();
    row.type = view.Type(planned.value);
    if (planned.from) row.from = ToText(*planned.from);
    if (planned.to) row.to = ToText(*planned.to);
    row.label = view.Label(planned.value);
    if (const OpRef op = view.DefiningOp(planned.value)) {
      row.producer = view.Name(op);
      for (SourceFrame& frame : view.Frames(op)) {
        if (IsLibraryFile(frame.file)) continue;
        row.place = std::move(frame);
        break;
      }
    }
    for (const OpRef user : view.Users(planned.result)) {
      row.consumers.emplace_back(view.Name(user));
    }
    row.steps = std::move(planned.steps);
  }
  return rows;
}

// Returns the reshards that a propagated program needs. Leaves the program
// unchanged.
std::vector<Reshard> Reshards(const PyProgram& self, const std::string& compat,
                              bool extra_rules, bool jax, bool dynamic_shapes,
                              std::optional<const Rules*> rules) {
  const How how = HowOf(compat, extra_rules, jax, dynamic_shapes, rules);
  const auto found = Ask<std::vector<Reshard>>(
      self, [how](Program& program, auto& out, const Stop& stop) {
        Program copy = program.Clone();
        if (!InsertReshards(copy, {.run = how.Options(stop)}, out.messages) ||
            !LowerToCollectives(copy, {.run = how.Options(stop)},
                                out.messages)) {
          return false;
        }
        out.value = ReshardsOf(copy);
        return true;
      });
  RethrowFrom(rules);
  return found->value;
}

ProgramGraph GraphOf(const PyProgram& self) {
  auto found = Ask<std::optional<ProgramGraph>>(
      self, [](Program& program, auto& out, const Stop&) {
        out.value = MakeGraph(program, {}, out.messages);
        return out.value.has_value();
      });
  return *std::move(found->value);
}

void BindRows(nb::module_& m) {
  nb::class_<TensorInfo>(m, "TensorInfo", "An argument or a result.")
      .def_ro("label", &TensorInfo::label)
      .def_ro("type", &TensorInfo::type)
      .def_ro("sharding", &TensorInfo::sharding);
  nb::class_<FunctionInfo>(m, "FunctionInfo", "A function's signature.")
      .def_ro("name", &FunctionInfo::name)
      .def_ro("arguments", &FunctionInfo::arguments)
      .def_ro("results", &FunctionInfo::results);
  nb::class_<Reshard>(m, "Reshard",
                      "A value whose users need it sharded differently, or "
                      "partial results that are combined.")
      .def_ro("type", &Reshard::type)
      .def_ro("source", &Reshard::from, "The sharding before, or ''.")
      .def_ro("target", &Reshard::to, "The sharding afterwards, or ''.")
      .def_ro("producer", &Reshard::producer,
              "The op that makes the value, or '' for an argument.")
      .def_ro("label", &Reshard::label, "The user's name for it, or ''.")
      .def_prop_ro(
          "file", [](const Reshard& row) { return ToStr(row.place.file); },
          "The op's place in the user's program, or ''.")
      .def_prop_ro("line", [](const Reshard& row) { return row.place.line; })
      .def_ro("consumers", &Reshard::consumers, "The ops that use it.")
      .def_ro("steps", &Reshard::steps);
}

}  // namespace

void BindProgram(nb::module_& m) {
  BindRows(m);
  nb::class_<PyProgram> program(
      m, "Program",
      "A tensor program. Only one call runs at a time, and Ctrl-C ends it.");
  program
      .def_static("read", &Read, "name"_a, "data"_a, nb::kw_only(),
                  "allow_unregistered_dialect"_a = false,
                  "keep_names"_a = false,
                  nb::sig("def read(name: str, data: str | bytes, *, "
                          "allow_unregistered_dialect: bool = False, "
                          "keep_names: bool = False) -> tuple[Program, "
                          "list[Message]]"),
                  "Reads StableHLO text, a portable artifact or JSON. Returns "
                  "the program and warnings.")
      .def("run", &Run, "passes"_a, nb::kw_only(), "compat"_a = kCompat,
           "extra_rules"_a = false, "jax"_a = false, "dynamic_shapes"_a = false,
           "rules"_a = nb::none(),
           "Runs passes, each given as a name and its options, and returns "
           "warnings. After an error, the program is lost.")
      .def("clone", &Clone, "Returns a deep copy.")
      .def("write", &Write, nb::kw_only(), "debug_info"_a = false,
           "generic_form"_a = false, "json"_a = false,
           "Returns the program as text or JSON.")
      .def("write_artifact", &WriteArtifact, "version"_a = "",
           "Returns the program as a portable StableHLO artifact.")
      .def(
          "functions",
          [](const PyProgram& self) {
            return Ask<std::vector<FunctionInfo>>(
                       self,
                       [](Program& program, auto& out, const Stop&) {
                         out.value = program.Functions();
                         return true;
                       })
                ->value;
          },
          "The functions at the top level.")
      .def(
          "meshes",
          [](const PyProgram& self) {
            return Ask<std::vector<MeshInfo>>(
                       self,
                       [](Program& program, auto& out, const Stop&) {
                         out.value = ProgramView(program).Meshes();
                         return true;
                       })
                ->value;
          },
          "The meshes that have a name.")
      .def("graph", &GraphOf, "Returns the whole program as flat tables.")
      .def(
          "set_argument_sharding",
          [](const PyProgram& self, int i,
             const std::optional<ShardingInfo>& sharding) {
            SetSharding(self, true, i, sharding);
          },
          "index"_a, "sharding"_a.none(),
          "Sets or, with None, removes the sharding in @main.")
      .def(
          "set_result_sharding",
          [](const PyProgram& self, int i,
             const std::optional<ShardingInfo>& sharding) {
            SetSharding(self, false, i, sharding);
          },
          "index"_a, "sharding"_a.none(),
          "Sets or, with None, removes the sharding in @main.")
      .def("explain", &ExplainValue, nb::kw_only(), "value"_a = "",
           "argument"_a = -1, "result"_a = -1, "function"_a = "", "line"_a = 0,
           "specs"_a = false, "fixes"_a = false, "compat"_a = kCompat,
           "extra_rules"_a = false, "jax"_a = false, "dynamic_shapes"_a = false,
           "rules"_a = nb::none(),
           "Explains where a value's sharding comes from, as text and JSON.")
      .def("reshards", &Reshards, nb::kw_only(), "compat"_a = kCompat,
           "extra_rules"_a = false, "jax"_a = false, "dynamic_shapes"_a = false,
           "rules"_a = nb::none(),
           "Returns the reshards that the propagated program needs.")
      .def_prop_ro(
          "op_count",
          [](const PyProgram& self) {
            const nb::gil_scoped_release release;
            const Turn turn(*self.shared);
            return self.shared->program.OpCount();
          },
          "The number of ops.");
  BindAnswers(m, program);
}

}  // namespace shardflow::python
