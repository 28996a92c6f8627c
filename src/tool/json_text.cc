#include "tool/json_text.h"

#include <nlohmann/json.hpp>

namespace shardflow {

std::string OneLine(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string IndentedLines(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace shardflow
