#include "ask.h"

namespace nb = nanobind;

namespace shardflow::python {
namespace {

CompatMode CompatOf(const std::string& name) {
  const std::optional<CompatMode> compat = ParseCompatMode(name);
  if (!compat) {
    throw nb::value_error("compat must be 'shardy-2026-08' or 'jaxlib-0.12'");
  }
  return *compat;
}

}  // namespace

How HowOf(const std::string& compat, bool extra_rules, bool jax,
          bool dynamic_shapes, std::optional<const Rules*> rules) {
  return {CompatOf(compat), extra_rules, jax, dynamic_shapes,
          rules && *rules ? (*rules)->registry : nullptr};
}

void RethrowFrom(std::optional<const Rules*> rules) {
  if (rules && *rules) RethrowFromRules(**rules);
}

nb::str ToStr(const std::string& text) {
  PyObject* const object = PyUnicode_DecodeUTF8(
      text.data(), static_cast<Py_ssize_t>(text.size()), "surrogateescape");
  if (object == nullptr) throw nb::python_error();
  return nb::steal<nb::str>(object);
}

}  // namespace shardflow::python
