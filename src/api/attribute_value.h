#ifndef SHARDFLOW_API_ATTRIBUTE_VALUE_H_
#define SHARDFLOW_API_ATTRIBUTE_VALUE_H_

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "shardflow/builder.h"

// The contents of an AttributeSpec of the public interface.

namespace shardflow {

struct SHARDFLOW_HIDDEN AttributeSpec::Value {
  struct Text {
    std::string text;
    friend bool operator==(const Text&, const Text&) = default;
  };
  struct Integer {
    int64_t value;
    int width;  // 1 for a bool
    friend bool operator==(const Integer&, const Integer&) = default;
  };
  struct String {
    std::string value;
    friend bool operator==(const String&, const String&) = default;
  };
  struct Symbol {
    std::string name;
    friend bool operator==(const Symbol&, const Symbol&) = default;
  };
  std::variant<Text, Integer, String, Symbol, std::vector<int64_t>> value;
};

}  // namespace shardflow

#endif  // SHARDFLOW_API_ATTRIBUTE_VALUE_H_
