#ifndef SHARDFLOW_TESTS_UNIT_JSON_SCHEMA_H_
#define SHARDFLOW_TESTS_UNIT_JSON_SCHEMA_H_

#include <string>

#include <nlohmann/json.hpp>

// Implements the part of JSON Schema, draft 2020-12, that schemas/ uses. An
// unknown keyword counts as a fault, so that schemas can't say more than is
// checked.

namespace shardflow::internal {

// Returns the first fault, with its JSON pointer, or "".
std::string SchemaFault(const nlohmann::json& schema,
                        const nlohmann::json& value);

// Reads the schema file with that name in schemas/. The test must run in the
// top folder of the source tree.
nlohmann::json ReadSchema(const std::string& name);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TESTS_UNIT_JSON_SCHEMA_H_
