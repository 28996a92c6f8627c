#ifndef SHARDFLOW_JSON_H_
#define SHARDFLOW_JSON_H_

#include <string_view>

#include "shardflow/export.h"

// JSON in, JSON out. Programs are read and written by Program::ReadJson and
// Program::WriteJson (shardflow/program.h); docs/json.md is the format.

namespace shardflow {

// Whether a program is JSON rather than text: it begins with an object.
SHARDFLOW_EXPORT bool LooksLikeJson(std::string_view program);

}  // namespace shardflow

#endif  // SHARDFLOW_JSON_H_
