#ifndef SHARDFLOW_TESTS_UNIT_JSON_SCHEMA_H_
#define SHARDFLOW_TESTS_UNIT_JSON_SCHEMA_H_

#include <string>

#include <nlohmann/json.hpp>

// The part of JSON Schema, draft 2020-12, that schemas/ uses. An unknown
// keyword is a fault in itself, so that no schema says more than is checked.

namespace shardflow::internal {

// Returns the first fault, with its JSON pointer, or "".
std::string SchemaFault(const nlohmann::json& schema,
                        const nlohmann::json& value);

// Reads the schema file of that name in schemas/; run at the top of the tree.
nlohmann::json ReadSchema(const std::string& name);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TESTS_UNIT_JSON_SCHEMA_H_
