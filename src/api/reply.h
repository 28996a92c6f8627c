#ifndef SHARDFLOW_API_REPLY_H_
#define SHARDFLOW_API_REPLY_H_

#include <span>
#include <string>
#include <string_view>

#include "explain/value_names.h"
#include "json/document.h"
#include "json/emit.h"
#include "shardflow/message.h"
#include "shardflow/program.h"

// Writes parts of replies (schemas/propagate-response-2.schema.json).

namespace shardflow::internal {

// Whether the value is valid as an id: a string, an integer or null.
bool IsId(const JsonDocument& d, JsonRef id);
// Returns the id in a canonical form, so that equal ids have equal text.
std::string IdText(const JsonDocument& d, JsonRef id);

// Writes the member "shardings" with the shardings of all values. `request`,
// which may be null, contains the value names used in the request.
void WriteShardings(Program& program, const ValueNames* request,
                    JsonEmitter& e);
// Writes the members "reshards" and "collectives".
void WriteCommunication(Program& program, const ValueNames* request,
                        JsonEmitter& e);
// Writes the members "counters" and "times".
void WriteReports(const Program& program, JsonEmitter& e);

// Writes the result of "version": the library's version and its schemas.
void WriteVersion(JsonEmitter& e);

// Starts the member "error", an object that the caller ends.
void BeginError(JsonEmitter& e, std::string_view code,
                std::string_view message);

void WriteMessages(std::span<const Message> messages, JsonEmitter& e);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_API_REPLY_H_
