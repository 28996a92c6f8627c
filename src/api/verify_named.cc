#include "api/verify_named.h"

#include "api/convert.h"
#include "base/diagnostics.h"
#include "ir/attr_kinds.h"
#include "ops/verify.h"

namespace shardflow::internal {

void VerifyWithNames(Module& m, Origin origin, const OpNameFunction& name,
                     std::vector<Message>& messages) {
  // The verifier identifies ops only by their places, so op numbers serve as
  // places.
  std::vector<Loc> places;
  for (size_t i = 0; i < m.op_table_size(); ++i) {
    places.push_back(m.loc(OpId(i)));
    const LocFileAttr number{name::kEmpty, static_cast<int64_t>(i) + 1, 0};
    m.SetLoc(OpId(i), Loc::Attr(m.attrs.Make(number, {})));
  }
  Diagnostics diagnostics;
  static_cast<void>(VerifyModule(m, diagnostics));
  for (size_t i = 0; i < places.size(); ++i) m.SetLoc(OpId(i), places[i]);
  const auto put_name = [&](Message& message) {
    if (message.line == 0) return;
    OpId op(message.line - 1);
    // A terminator may be unknown to the caller, but not the op around it.
    std::optional<std::string> text = name(ToRef(origin, op));
    while (!text && m.parent_op(op)) {
      op = m.parent_op(op);
      text = name(ToRef(origin, op));
    }
    const SourcePlace place = m.Place(op);
    message.file = place.file;
    message.line = place.line;
    message.column = place.column;
    if (text && !text->empty()) message.text.insert(0, *text + ": ");
  };
  const size_t before = messages.size();
  AppendMessages(diagnostics, /*source=*/nullptr, messages);
  for (size_t i = before; i < messages.size(); ++i) {
    put_name(messages[i]);
    for (Message& note : messages[i].notes) put_name(note);
  }
}

}  // namespace shardflow::internal
