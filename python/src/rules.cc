#include "rules.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "messages.h"

namespace nb = nanobind;
using namespace nb::literals;

namespace shardflow::python {

struct Rules::Functions {
  std::unique_ptr<nb::python_error> raised;
};

namespace {

// An op as a Python rule sees it. It is only valid while the rule runs.
struct Op {
  const OpView* view;

  const OpView& Get() const {
    if (view == nullptr) {
      throw nb::value_error("the op is valid only while its rule runs");
    }
    return *view;
  }
};

// A rule that is a Python function. Threads that don't hold Python's global
// lock call and destroy it, so it takes the lock.
class PythonRule {
 public:
  PythonRule(nb::callable function, std::weak_ptr<Rules::Functions> functions)
      : function_(std::move(function)), functions_(std::move(functions)) {}
  ~PythonRule() {
    const nb::gil_scoped_acquire acquire;
    function_.reset();
  }

  std::optional<std::string> Answer(const OpView& view) const {
    const nb::gil_scoped_acquire acquire;
    const auto functions = functions_.lock();
    if (!functions || functions->raised) return std::nullopt;
    try {
      const auto op = std::make_shared<Op>(Op{&view});
      const nb::object object = nb::cast(op.get(), nb::rv_policy::copy);
      // If the function keeps the op, using it later is an error.
      struct Forget {
        const nb::object& object;
        ~Forget() { nb::cast<Op&>(object).view = nullptr; }
      } const forget{object};
      const nb::object answer = function_(object);
      if (answer.is_none()) return std::nullopt;
      return nb::cast<std::string>(answer);
    } catch (nb::python_error& error) {
      functions->raised = std::make_unique<nb::python_error>(std::move(error));
    } catch (const nb::cast_error&) {
      PyErr_SetString(PyExc_TypeError,
                      "a rule is a function of an op that returns the rule's "
                      "text, or None");
      functions->raised = std::make_unique<nb::python_error>();
    }
    return std::nullopt;
  }

 private:
  nb::callable function_;
  std::weak_ptr<Rules::Functions> functions_;
};

}  // namespace

void RethrowFromRules(const Rules& rules) {
  if (!rules.functions->raised) return;
  nb::python_error raised = std::move(*rules.functions->raised);
  rules.functions->raised.reset();
  throw raised;
}

void BindRules(nb::module_& m) {
  nb::class_<Op>(m, "Op",
                 "An op, as a rule function sees it. It is valid until the "
                 "function returns.")
      .def_prop_ro("name",
                   [](const Op& op) { return std::string(op.Get().name()); })
      .def_prop_ro("operand_types",
                   [](const Op& op) {
                     std::vector<std::string> types;
                     for (int i = 0; i < op.Get().operand_count(); ++i) {
                       types.push_back(op.Get().OperandType(i));
                     }
                     return types;
                   })
      .def_prop_ro("result_types",
                   [](const Op& op) {
                     std::vector<std::string> types;
                     for (int i = 0; i < op.Get().result_count(); ++i) {
                       types.push_back(op.Get().ResultType(i));
                     }
                     return types;
                   })
      .def(
          "operand_shape",
          [](const Op& op, int i) -> std::optional<std::vector<int64_t>> {
            return op.Get().OperandShape(i);
          },
          "i"_a, "None if it isn't a tensor of known rank.")
      .def(
          "result_shape",
          [](const Op& op, int i) -> std::optional<std::vector<int64_t>> {
            return op.Get().ResultShape(i);
          },
          "i"_a, "None if it isn't a tensor of known rank.")
      .def(
          "string_attribute",
          [](const Op& op, const std::string& path) {
            return op.Get().StringAttribute(path);
          },
          "path"_a,
          "An attribute by name, or by a path in dictionaries: 'config/axis'.")
      .def(
          "integer_attribute",
          [](const Op& op, const std::string& path) {
            return op.Get().IntegerAttribute(path);
          },
          "path"_a, "For a boolean, 0 or 1.");

  nb::class_<Rules>(m, "Rules",
                    "Sharding rules for your own ops (docs/rules.md).")
      .def("__init__",
           [](Rules* self) {
             new (self) Rules{std::make_shared<OpRegistry>(),
                              std::make_shared<Rules::Functions>()};
           })
      .def(
          "read",
          [](Rules& self, const std::string& name, const std::string& text) {
            std::vector<Message> messages;
            if (!self.registry->ReadRules(name, text, messages)) {
              RaiseError(messages);
            }
          },
          "name"_a, "text"_a,
          "Adds the rules of a file, which is text or JSON.")
      .def(
          "add",
          [](Rules& self, const std::string& op, const std::string& rule) {
            std::vector<Message> messages;
            if (!self.registry->AddRule(op, rule, messages)) {
              RaiseError(messages);
            }
          },
          "op"_a, "rule"_a,
          "`op` is the name of an op, or '@target' for custom calls.")
      .def(
          "add_function",
          [](Rules& self, const std::string& op, nb::callable function) {
            const auto rule = std::make_shared<const PythonRule>(
                std::move(function), self.functions);
            self.registry->AddRule(
                op, [rule](const OpView& view) { return rule->Answer(view); });
          },
          "op"_a, "function"_a,
          nb::sig("def add_function(self, op: str, function: "
                  "collections.abc.Callable[[Op], str | None]) -> None"),
          "`function` takes an Op and returns the rule's text, or None. It is "
          "called only once for ops that look the same.");
}

}  // namespace shardflow::python
