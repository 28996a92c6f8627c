#ifndef SHARDFLOW_JSON_SCOPES_H_
#define SHARDFLOW_JSON_SCOPES_H_

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "ir/module.h"
#include "json/input.h"
#include "text/read.h"
#include "text/text_map.h"

// The names of values while a module is read from JSON: a value is known from
// its op on in its block, and in the regions inside. A name that is used first
// and defined later stands for a placeholder until then.

namespace shardflow::internal {

class ValueScopes {
 public:
  // `names` may be null; else it gets the names of the text, in its order.
  ValueScopes(Module& m, JsonInput& in, std::vector<NamedValues>* names)
      : m_(m), in_(in), names_(names) {}

  bool Define(JsonRef name, ValueId value);
  // None after an error.
  ValueId Use(JsonRef name);

  void Push() { scopes_.push_back(defined_.size()); }
  void Pop();
  // How many names were used before their definition so far; and whether all
  // of them since then have one.
  size_t pending_count() const { return pending_.size(); }
  bool CheckDefined(size_t since);

 private:
  struct Entry {
    ValueId value;
    int32_t pending = -1;  // >= 0: a placeholder, in pending_
  };
  struct Pending {
    JsonRef use;
    OpId op;  // that makes the placeholder; None: it has its definition
    std::string_view name;
  };
  std::string_view Name(JsonRef name);

  Module& m_;
  JsonInput& in_;
  std::vector<NamedValues>* const names_;
  TextMap<Entry> values_;
  std::vector<std::string_view> defined_;  // in order, to undo
  std::vector<size_t> scopes_;
  std::vector<Pending> pending_;
  std::deque<std::string> decoded_;  // names with escapes
  std::string room_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_JSON_SCOPES_H_
