#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "api/attribute_value.h"
#include "shardflow/builder.h"

namespace shardflow {

TypeSpec TypeSpec::Tensor(std::vector<int64_t> shape, std::string element) {
  TypeSpec spec(std::move(element));
  spec.shape_ = std::move(shape);
  return spec;
}

AttributeSpec::AttributeSpec(Value value)
    : value_(std::make_shared<const Value>(std::move(value))) {}
AttributeSpec AttributeSpec::Text(std::string text) {
  return AttributeSpec({Value::Text{std::move(text)}});
}
AttributeSpec AttributeSpec::Integer(int64_t value, int width) {
  return AttributeSpec({Value::Integer{value, width}});
}
AttributeSpec AttributeSpec::Bool(bool value) {
  return Integer(value ? 1 : 0, 1);
}
AttributeSpec AttributeSpec::String(std::string value) {
  return AttributeSpec({Value::String{std::move(value)}});
}
AttributeSpec AttributeSpec::Symbol(std::string name) {
  return AttributeSpec({Value::Symbol{std::move(name)}});
}
AttributeSpec AttributeSpec::Integers(std::vector<int64_t> values) {
  return AttributeSpec({std::move(values)});
}

}  // namespace shardflow
