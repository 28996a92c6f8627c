#include "api/c_ops.h"

#include <optional>
#include <string>

#include "api/c_common.h"
#include "api/c_handles.h"

namespace shardflow::internal::c {

bool HasList(const void* list, size_t count, const char* name,
             const char* function, std::vector<Message>& messages) {
  return list != nullptr || count == 0 ||
         Fail(messages, function, std::string(name) + " is NULL");
}

bool ReadTypes(const char* const* types, size_t count,
               std::vector<TypeSpec>& out, const char* function,
               std::vector<Message>& messages) {
  if (!HasList(types, count, "list of types", function, messages)) return false;
  for (size_t i = 0; i < count; ++i) {
    if (types[i] == nullptr) {
      return Fail(messages, function, "type " + std::to_string(i) + " is NULL");
    }
    out.emplace_back(types[i]);
  }
  return true;
}

bool ReadAttributes(const shardflow_attribute* attributes, size_t count,
                    std::vector<NamedAttribute>& out, const char* function,
                    std::vector<Message>& messages) {
  if (!HasList(attributes, count, "list of attributes", function, messages)) {
    return false;
  }
  for (size_t i = 0; i < count; ++i) {
    if (attributes[i].name == nullptr || attributes[i].value == nullptr) {
      return Fail(messages, function,
                  "attribute " + std::to_string(i) + " is NULL");
    }
    out.push_back(
        {attributes[i].name, AttributeSpec::Text(attributes[i].value)});
  }
  return true;
}

bool ReadOp(const shardflow_op_spec* spec, OpSpecification& out,
            const char* function, std::vector<Message>& messages) {
  if (spec == nullptr) return Fail(messages, function, "op is NULL");
  shardflow_op_spec given;
  if (const std::optional<Error> wrong = CopyKnown(*spec, given)) {
    return Fail(messages, function, wrong->message);
  }
  if (given.name == nullptr) return Fail(messages, function, "name is NULL");
  if (!HasList(given.operands, given.operand_count, "list of operands",
               function, messages) ||
      !ReadTypes(given.result_types, given.result_count, out.results, function,
                 messages) ||
      !ReadAttributes(given.attributes, given.attribute_count, out.attributes,
                      function, messages)) {
    return false;
  }
  out.name = given.name;
  for (size_t i = 0; i < given.operand_count; ++i) {
    out.operands.push_back(From(given.operands[i]));
  }
  out.regions = given.regions;
  out.location = {std::string(View(given.file)), given.line, given.column};
  return true;
}

}  // namespace shardflow::internal::c
