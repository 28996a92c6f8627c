#include "program.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "job.h"
#include "messages.h"
#include "rules.h"
#include "shardflow/shardflow.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace shardflow::python {
namespace {

// A program is for one thread at a time, and Python has many. Jobs share it:
// one that Ctrl-C left behind may outlive the object in Python.
struct Shared {
  explicit Shared(Program p) : program(std::move(p)) {}
  std::mutex mutex;
  std::atomic<std::thread::id> owner;  // the thread that holds the mutex
  Program program;
};

class Turn {
 public:
  // A rule in Python that asks the very program which asks the rule would wait
  // for itself.
  explicit Turn(Shared& shared) : shared_(shared) {
    if (shared.owner == std::this_thread::get_id()) {
      throw std::runtime_error("a rule can't use the program that it is for");
    }
    shared.mutex.lock();
    shared.owner = std::this_thread::get_id();
  }
  ~Turn() {
    shared_.owner = std::thread::id();
    shared_.mutex.unlock();
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  Shared& shared_;
};

struct PyProgram {
  std::shared_ptr<Shared> shared;
};

// What a job found: it may outlive the call that asked.
template <class T>
struct Found {
  std::vector<Message> messages;
  T value{};
};

// Runs `work(program, found, stop)` as a job; it returns false after an error.
template <class T, class Work>
std::shared_ptr<Found<T>> Ask(const PyProgram& self, Work work) {
  auto found = std::make_shared<Found<T>>();
  auto ok = std::make_shared<bool>(false);
  RunJob([shared = self.shared, found, ok,
          work = std::move(work)](const Stop& stop) {
    const Turn turn(*shared);
    *ok = !stop && work(shared->program, *found, stop);
  });
  if (!*ok) RaiseError(found->messages);
  return found;
}

// A program's text, its bytes as they are.
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

nb::str ToStr(const std::string& text) {
  PyObject* const object = PyUnicode_DecodeUTF8(
      text.data(), static_cast<Py_ssize_t>(text.size()), "surrogateescape");
  if (object == nullptr) throw nb::python_error();
  return nb::steal<nb::str>(object);
}

CompatMode CompatOf(const std::string& name) {
  const std::optional<CompatMode> compat = ParseCompatMode(name);
  if (!compat) {
    throw nb::value_error("compat is 'shardy-2026-08' or 'jaxlib-0.12'");
  }
  return *compat;
}

// How to run. The rules are kept alive by whoever holds this.
struct How {
  CompatMode compat;
  bool extra_rules;
  bool jax;
  std::shared_ptr<OpRegistry> registry;  // or null

  RunOptions Options(const Stop& stop) const {
    RunOptions run;
    run.compat = compat;
    run.extra_rules = extra_rules;
    run.jax = jax;
    run.registry = registry.get();
    run.stop = &stop;
    return run;
  }
};

How HowOf(const std::string& compat, bool extra_rules, bool jax,
          std::optional<const Rules*> rules) {
  return {CompatOf(compat), extra_rules, jax,
          rules && *rules ? (*rules)->registry : nullptr};
}

void RethrowFrom(std::optional<const Rules*> rules) {
  if (rules && *rules) RethrowFromRules(**rules);
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
                         std::optional<const Rules*> rules) {
  const How how = HowOf(compat, extra_rules, jax, rules);
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

// What propagation starts from.
OpRef MainOf(const ProgramView& view) {
  const OpRef main = view.FindFunction("main");
  if (main) return main;
  const std::vector<OpRef> functions = view.Functions();
  return functions.size() == 1 ? functions.front() : OpRef();
}

// The argument of a message of a wrong call.
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
    const std::string& function, int line, bool specs,
    const std::string& compat, bool extra_rules, bool jax,
    std::optional<const Rules*> rules) {
  const How how = HowOf(compat, extra_rules, jax, rules);
  ExplainRequest request;
  request.value = value;
  request.argument = argument;
  request.result = result;
  request.function = function;
  request.line = line;
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

// A reshard, with what to call its two ends.
struct Reshard {
  std::string type;
  std::string from, to;  // shardings as text, or empty
  std::string producer;  // the op that makes the value; empty: an argument
  std::string label;     // what the user calls the value; empty: unknown
  SourceFrame place;     // of the op; line 0: unknown
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

// Of a copy of the program, which is to be propagated.
std::vector<Reshard> Reshards(const PyProgram& self, const std::string& compat,
                              bool extra_rules, bool jax,
                              std::optional<const Rules*> rules) {
  const How how = HowOf(compat, extra_rules, jax, rules);
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

std::pair<std::string, std::string> CostOf(
    const PyProgram& self, const std::string& topology,
    const std::string& lowering, int largest, const std::string& compat,
    bool extra_rules, bool jax, std::optional<const Rules*> rules) {
  const How how = HowOf(compat, extra_rules, jax, rules);
  CostOptions options;
  if (lowering != "xla" && lowering != "shardflow") {
    throw nb::value_error("lowering is 'xla' or 'shardflow'");
  }
  options.lowering =
      lowering == "xla" ? CostLowering::kXla : CostLowering::kShardflow;
  options.topology = topology;
  options.largest = largest;
  using Answer = std::pair<std::string, std::string>;
  const auto found = Ask<Answer>(
      self, [how, options](Program& program, auto& out, const Stop& stop) {
        CostOptions asked = options;
        asked.run = how.Options(stop);
        const std::optional<CostReport> report =
            Cost(program, asked, out.messages);
        if (!report) return false;
        out.value = {CostText(*report), CostJson(*report)};
        return true;
      });
  RethrowFrom(rules);
  return found->value;
}

nb::str ReportOf(const PyProgram& self, const std::string& title,
                 const std::string& compat, bool extra_rules, bool jax,
                 std::optional<const Rules*> rules) {
  const How how = HowOf(compat, extra_rules, jax, rules);
  const auto found = Ask<std::string>(
      self, [how, title](Program& program, auto& out, const Stop& stop) {
        ReportOptions options;
        options.run = how.Options(stop);
        options.propagate = true;
        options.name = title;
        std::optional<std::string> page =
            Report(program, options, out.messages);
        if (!page) return false;
        out.value = *std::move(page);
        return true;
      });
  RethrowFrom(rules);
  return ToStr(found->value);
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
      .def_ro("label", &Reshard::label, "What the user calls it, or ''.")
      .def_prop_ro(
          "file", [](const Reshard& row) { return ToStr(row.place.file); },
          "Where the op is from in the user's program, or ''.")
      .def_prop_ro("line", [](const Reshard& row) { return row.place.line; })
      .def_ro("consumers", &Reshard::consumers, "The ops that use it.")
      .def_ro("steps", &Reshard::steps);
}

}  // namespace

void BindProgram(nb::module_& m) {
  BindRows(m);
  constexpr const char* kCompat = "shardy-2026-08";
  nb::class_<PyProgram>(m, "Program",
                        "A tensor program. Calls of several threads take "
                        "turns; Ctrl-C ends them.")
      .def_static("read", &Read, "name"_a, "data"_a, nb::kw_only(),
                  "allow_unregistered_dialect"_a = false,
                  "keep_names"_a = false,
                  nb::sig("def read(name: str, data: str | bytes, *, "
                          "allow_unregistered_dialect: bool = False, "
                          "keep_names: bool = False) -> tuple[Program, "
                          "list[Message]]"),
                  "The program and warnings, from StableHLO text, a portable "
                  "artifact or JSON.")
      .def("run", &Run, "passes"_a, nb::kw_only(), "compat"_a = kCompat,
           "extra_rules"_a = false, "jax"_a = false, "rules"_a = nb::none(),
           "Runs passes, each a name and its options as text, and returns "
           "warnings. After an error the program is gone.")
      .def("clone", &Clone, "A deep copy.")
      .def("write", &Write, nb::kw_only(), "debug_info"_a = false,
           "generic_form"_a = false, "json"_a = false,
           "The program as text, or as JSON.")
      .def("write_artifact", &WriteArtifact, "version"_a = "",
           "The program as a portable artifact of StableHLO.")
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
      .def("graph", &GraphOf, "Everything in it, as flat tables.")
      .def(
          "set_argument_sharding",
          [](const PyProgram& self, int i,
             const std::optional<ShardingInfo>& sharding) {
            SetSharding(self, true, i, sharding);
          },
          "index"_a, "sharding"_a.none(), "Of @main. None removes it.")
      .def(
          "set_result_sharding",
          [](const PyProgram& self, int i,
             const std::optional<ShardingInfo>& sharding) {
            SetSharding(self, false, i, sharding);
          },
          "index"_a, "sharding"_a.none(), "Of @main. None removes it.")
      .def("explain", &ExplainValue, nb::kw_only(), "value"_a = "",
           "argument"_a = -1, "result"_a = -1, "function"_a = "", "line"_a = 0,
           "specs"_a = false, "compat"_a = kCompat, "extra_rules"_a = false,
           "jax"_a = false, "rules"_a = nb::none(),
           "Where the sharding of a value comes from: text, and JSON.")
      .def("reshards", &Reshards, nb::kw_only(), "compat"_a = kCompat,
           "extra_rules"_a = false, "jax"_a = false, "rules"_a = nb::none(),
           "What has to move between devices, of a program that was "
           "propagated.")
      .def("cost", &CostOf, nb::kw_only(), "topology"_a = "",
           "lowering"_a = "xla", "largest"_a = 10, "compat"_a = kCompat,
           "extra_rules"_a = false, "jax"_a = false, "rules"_a = nb::none(),
           "What a device needs for a run: text, and JSON.")
      .def("report", &ReportOf, nb::kw_only(), "title"_a = "program",
           "compat"_a = kCompat, "extra_rules"_a = false, "jax"_a = false,
           "rules"_a = nb::none(),
           "One HTML file about the program as propagation leaves a copy of "
           "it.")
      .def_prop_ro(
          "op_count",
          [](const PyProgram& self) {
            const nb::gil_scoped_release release;
            const Turn turn(*self.shared);
            return self.shared->program.OpCount();
          },
          "Ops in it.");
}

}  // namespace shardflow::python
