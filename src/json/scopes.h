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

// The names of values while a module is read from JSON. A name is visible from
// its definition to the end of its region, including nested regions. A name
// that is used before its definition refers to a placeholder until then.

namespace shardflow::internal {

class ValueScopes {
 public:
  // If `names` isn't null, it receives the names in the order of the text.
  ValueScopes(Module& m, JsonInput& in, std::vector<NamedValues>* names)
      : m_(m), in_(in), names_(names) {}

  bool Define(JsonRef name, ValueId value);
  // Returns None after an error.
  ValueId Use(JsonRef name);

  void Push() { scopes_.push_back(defined_.size()); }
  void Pop();
  // Returns the length of the list of names that were used before their
  // definition. (They stay in the list when they are defined.)
  size_t pending_count() const { return pending_.size(); }
  // Checks that the names in that list, from index `since` on, have been
  // defined by now, and removes them from the list.
  bool CheckDefined(size_t since);

 private:
  struct Entry {
    ValueId value;
    int32_t pending = -1;  // index in pending_ if `value` is a placeholder
  };
  struct Pending {
    JsonRef use;
    OpId op;  // creates the placeholder; None once the name is defined
    std::string_view name;
  };
  std::string_view Name(JsonRef name);

  Module& m_;
  JsonInput& in_;
  std::vector<NamedValues>* const names_;
  TextMap<Entry> values_;
  // The defined names in order. They are dropped at the end of their scope.
  std::vector<std::string_view> defined_;
  std::vector<size_t> scopes_;
  std::vector<Pending> pending_;
  std::deque<std::string> decoded_;  // the names that have escapes, decoded
  std::string room_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_JSON_SCOPES_H_
