#include "messages.h"

#include <string>
#include <utility>

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace nb::literals;

namespace shardflow::python {
namespace {

const char* CodeName(ErrorCode code) {
  switch (code) {
    case ErrorCode::kNone:
      return "";
    case ErrorCode::kInvalidInput:
      return "invalid-input";
    case ErrorCode::kInvalidArgument:
      return "invalid-argument";
    case ErrorCode::kLimitExceeded:
      return "limit-exceeded";
    case ErrorCode::kReadFailed:
      return "read-failed";
    case ErrorCode::kWriteFailed:
      return "write-failed";
    case ErrorCode::kStopped:
      return "stopped";
    case ErrorCode::kInternal:
      return "internal";
  }
  return "";
}

// Messages quote the program's text, which may not be valid UTF-8.
nb::str ToStr(const std::string& text) {
  return nb::steal<nb::str>(PyUnicode_DecodeUTF8(
      text.data(), static_cast<Py_ssize_t>(text.size()), "replace"));
}

}  // namespace

void BindMessages(nb::module_& m) {
  nb::class_<Message>(m, "Message",
                      "An error, warning, remark or note, with its location.")
      .def(
          "__init__",
          [](Message* self, std::string text) {
            new (self) Message;
            self->text = std::move(text);
            self->code = ErrorCode::kInvalidArgument;
          },
          "text"_a, "Makes an error about a call.")
      .def_prop_ro(
          "kind",
          [](const Message& message) { return MessageKindName(message.kind); },
          "'error', 'warning', 'remark' or 'note'.")
      .def_prop_ro(
          "code", [](const Message& message) { return CodeName(message.code); },
          "For an error, 'invalid-input', 'invalid-argument', "
          "'limit-exceeded', 'read-failed', 'write-failed', 'stopped' or "
          "'internal'; otherwise ''.")
      .def_prop_ro(
          "file", [](const Message& message) { return ToStr(message.file); },
          "The file, or ''.")
      .def_ro("line", &Message::line, "From 1; 0 if unknown.")
      .def_ro("column", &Message::column, "From 1, in bytes; 0 if unknown.")
      .def_prop_ro(
          "text", [](const Message& message) { return ToStr(message.text); },
          "The text.")
      .def_prop_ro(
          "excerpt",
          [](const Message& message) { return ToStr(message.excerpt); },
          "The source line and a line with a caret below it, or ''.")
      .def_ro("notes", &Message::notes, "The message's notes.")
      .def("__str__",
           [](const Message& message) { return ToStr(message.ToString()); })
      .def("__repr__", [](const Message& message) {
        return "<Message " +
               nb::cast<std::string>(nb::repr(ToStr(message.ToString()))) + ">";
      });
}

void RaiseError(const std::vector<Message>& messages) {
  const nb::object type =
      nb::module_::import_("shardflow._error").attr("Error");
  const nb::object error = type(nb::cast(messages));
  PyErr_SetObject(type.ptr(), error.ptr());
  throw nb::python_error();
}

}  // namespace shardflow::python
