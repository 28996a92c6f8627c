#ifndef SHARDFLOW_TESTS_UNIT_JSON_SCHEMA_H_
#define SHARDFLOW_TESTS_UNIT_JSON_SCHEMA_H_

#include <string>

#include <nlohmann/json.hpp>

// Enough of JSON Schema for the schemas of schemas/: type, const, enum,
// minimum, required, properties, patternProperties with ^x-,
// additionalProperties, items, oneOf and $ref into $defs. A keyword that is
// none of these is a fault, so that no schema says more than is checked.

namespace shardflow {

// What is wrong, or "".
std::string SchemaFault(const nlohmann::json& schema,
                        const nlohmann::json& value);

// The schema file of that name in schemas/; run at the top of the tree.
nlohmann::json ReadSchema(const std::string& name);

}  // namespace shardflow

#endif  // SHARDFLOW_TESTS_UNIT_JSON_SCHEMA_H_
