#ifndef SHARDFLOW_TESTS_UNIT_JSON_SCHEMA_H_
#define SHARDFLOW_TESTS_UNIT_JSON_SCHEMA_H_

#include <string>

#include <nlohmann/json.hpp>

// As much of JSON Schema, draft 2020-12, as schemas/ uses. A keyword that is
// not known here is a fault of its own, so that no schema says more than is
// checked.

namespace shardflow::internal {

// The first fault, with its JSON pointer, or "".
std::string SchemaFault(const nlohmann::json& schema,
                        const nlohmann::json& value);

// The schema file of that name in schemas/; run at the top of the tree.
nlohmann::json ReadSchema(const std::string& name);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TESTS_UNIT_JSON_SCHEMA_H_
