#include <memory>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "job.h"
#include "messages.h"
#include "program.h"
#include "rules.h"
#include "shardflow/names.h"
#include "shardflow/passes.h"
#include "shardflow/plan_choice.h"
#include "shardflow/sharding.h"
#include "shardflow/version.h"
#include "tool/process.h"
#include "tool/tool.h"
#include "values.h"

// The C++ part of the Python package: a thin layer over the public headers and
// the command-line tool. Users see the wrappers in python/shardflow.

namespace nb = nanobind;
using namespace nb::literals;

namespace shardflow::python {
namespace {

// Runs a command of the `shardflow` tool in this process. Returns its exit
// code, output and error output. `input` is the content of the file "-", its
// standard input.
std::tuple<int, nb::bytes, nb::bytes> RunCommand(
    const std::vector<std::string>& words, nb::bytes input) {
  struct Task {
    std::istringstream in;
    std::ostringstream out, err;
    int code = 0;
  };
  const auto task = std::make_shared<Task>();
  task->in.str(std::string(input.c_str(), input.size()));
  RunJob([task, words](const Stop&) {
    task->code = RunTool(words, task->in, task->out, task->err);
  });
  const std::string out = std::move(task->out).str();
  const std::string err = std::move(task->err).str();
  return {task->code, nb::bytes(out.data(), out.size()),
          nb::bytes(err.data(), err.size())};
}

// Runs the `shardflow` tool as the main program of this process, with its
// standard streams. Returns the exit code.
int RunProgram(std::vector<std::string> words) {
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  const nb::gil_scoped_release release;
  return RunProcess(static_cast<int>(argv.size()), argv.data());
}

std::vector<size_t> Matching(const std::string& pattern,
                             const std::vector<std::string>& labels) {
  std::vector<size_t> found;
  for (size_t i = 0; i < labels.size(); ++i) {
    if (!labels[i].empty() && MatchesLabel(pattern, labels[i])) {
      found.push_back(i);
    }
  }
  return found;
}

}  // namespace
}  // namespace shardflow::python

NB_MODULE(_core, m) {
  using namespace shardflow;
  using namespace shardflow::python;
  // A Python rule can refer to the object that holds it. Python's garbage
  // collector can't find this cycle, which goes through C++. The objects in it
  // are freed when the process ends.
  nb::set_leak_warnings(false);
  m.doc() = "Bindings of the C++ library, for internal use by the package.";
  BindMessages(m);
  BindValues(m);
  BindRules(m);
  BindProgram(m);
  m.def(
      "version", [] { return std::string(Version()); }, "'1.2.3'");
  m.def(
      "plan_names",
      [] {
        std::vector<std::string> names;
        for (const PlanChoiceName& choice : kPlanChoiceNames) {
          names.push_back(choice.name);
        }
        return names;
      },
      "The ways to choose the plan of a reshard.");
  m.def("matching", &Matching, "pattern"_a, "labels"_a,
        "Returns the labels that match a pattern such as 'params/*/wq'.");
  m.def(
      "label_path", [](const std::string& label) { return LabelPath(label); },
      "label"_a, "Returns \"params['layer0']['wq']\" as 'params/layer0/wq'.");
  m.def("did_you_mean", &DidYouMean, "name"_a, "names"_a,
        "Returns '; did you mean params/wq?', or ''.");
  m.def(
      "local_shape",
      [](const std::vector<int64_t>& shape, const ShardingInfo& sharding,
         const MeshInfo& mesh) -> std::optional<std::vector<int64_t>> {
        return LocalShape(shape, sharding, mesh);
      },
      "shape"_a, "sharding"_a, "mesh"_a,
      "Returns the largest local shape; None if the sharding doesn't fit.");
  m.def("run_command", &RunCommand, "words"_a, "input"_a = nb::bytes("", 0),
        "Runs a command. Returns its exit code, output and messages.");
  m.def("run_program", &RunProgram, "words"_a,
        "Runs a command on the process's own streams and returns its exit "
        "code. For a process that does nothing else.");
  m.def("join_abandoned", &JoinAbandonedJobs,
        "Waits for work that Ctrl-C has interrupted.");
}
