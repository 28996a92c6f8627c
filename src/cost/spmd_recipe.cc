#include "cost/spmd_recipe.h"

#include <cstddef>
#include <cstring>

namespace shardflow::internal {
namespace {

void AppendNumber(int64_t number, std::string& key) {
  char bytes[sizeof number];
  std::memcpy(bytes, &number, sizeof number);
  key.append(bytes, sizeof number);
}

void AppendDigits(const DigitList& digits, std::string& key) {
  key.push_back(static_cast<char>(digits.size()));
  key.append(digits.begin(), digits.end());
}

}  // namespace

int32_t PartStore::Intern(const Part& part) {
  key_.clear();
  AppendNumber(part.element_bits, key_);
  key_.push_back(part.is_computed ? 1 : 0);
  AppendDigits(part.group, key_);
  AppendNumber(static_cast<int64_t>(part.shape.size()), key_);
  for (const int64_t size : part.shape) AppendNumber(size, key_);
  for (const DigitList& digits : part.layout) AppendDigits(digits, key_);
  const int32_t id = ids_.Intern(key_);
  if (static_cast<size_t>(id) == parts_.size()) {
    parts_.push_back(part);
    parts_.back().node = kNoNode;
  }
  return id;
}

}  // namespace shardflow::internal
