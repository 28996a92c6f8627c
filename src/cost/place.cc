#include "cost/place.h"

#include <string>

#include "ir/type_text.h"
#include "ops/code_places.h"
#include "ops/functions.h"
#include "ops/user_names.h"

namespace shardflow::internal {

CostPlace PlaceOf(const Module& m, OpId op) {
  CostPlace place;
  if (op.IsNone()) return place;
  place.op = m.op_name(op);
  place.name = LocName(m, m.loc(op));
  // The line of the user's code, not of a library that the code calls.
  const SourcePlace source = UserPlace(m, m.loc(op));
  place.file = source.file;
  place.line = source.line;
  place.column = source.column;
  return place;
}

CostPlace PlaceOfArgument(const Module& m, OpId function, size_t i) {
  CostPlace place = PlaceOf(m, function);
  place.op = "argument " + std::to_string(i);
  place.name = ArgumentName(m, function, i);
  const auto args = m.args(EntryBlock(m, function));
  if (i < args.size()) AppendType(m, m.type(args[i]), place.type);
  return place;
}

}  // namespace shardflow::internal
