#include "shardflow/json.h"

#include <optional>

#include "api/reply.h"
#include "json/document.h"
#include "json/emit.h"

namespace shardflow {

using namespace internal;

bool LooksLikeJson(std::string_view program) {
  constexpr std::string_view kSpace = " \t\r\n";
  const size_t brace = program.find_first_not_of(kSpace);
  if (brace == std::string_view::npos || program[brace] != '{') return false;
  // A program that isn't JSON may also begin with `{`: either it begins with
  // resources, `{-# ... #-}`, or it is a jaxpr, `{ lambda ; a:f32[8]. let ...`,
  // which the text parser rejects.
  const size_t next = program.find_first_not_of(kSpace, brace + 1);
  return next == std::string_view::npos ||
         (program[next] != '-' && !program.substr(next).starts_with("lambda"));
}

std::string ErrorReply(std::string_view id, std::string_view code,
                       std::string_view message) {
  std::string out;
  JsonEmitter e(out, /*one_line=*/true);
  e.BeginObject();
  e.Key("id");
  e.Raw(id);
  BeginError(e, code, message);
  e.EndObject();
  e.EndObject();
  return out;
}

std::string CancelReply(std::string_view id, bool cancelled) {
  std::string out;
  JsonEmitter e(out, /*one_line=*/true);
  e.BeginObject();
  e.Key("id");
  e.Raw(id);
  e.Key("result");
  e.BeginObject();
  e.Bool("cancelled", cancelled);
  e.EndObject();
  e.EndObject();
  return out;
}

std::string IdOfPrefix(std::string_view prefix) {
  const size_t comma = prefix.find(',');
  if (comma == std::string_view::npos) return "null";
  const std::string head = std::string(prefix.substr(0, comma)) + "}";
  Error fault;
  const std::optional<JsonDocument> d = JsonDocument::Parse(head, {}, fault);
  if (!d || !d->Is(d->root(), JsonKind::kObject)) return "null";
  const JsonRef id = d->Find(d->root(), "id");
  return id && IsId(*d, id) ? IdText(*d, id) : "null";
}

}  // namespace shardflow
