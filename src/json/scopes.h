#ifndef SHARDFLOW_JSON_SCOPES_H_
#define SHARDFLOW_JSON_SCOPES_H_

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "base/table.h"
#include "ir/module.h"
#include "json/input.h"
#include "text/read.h"
#include "text/text_map.h"

// The names of values while a module is read from JSON. A name is visible from
// its definition to the end of its region, including nested regions. Until the
// name is defined, it refers to a placeholder.

namespace shardflow::internal {

class ValueScopes {
 public:
  // If `names` isn't null, it receives the names in the order of the text.
  ValueScopes(Module& m, JsonInput& in, std::vector<NamedValues>* names)
      : m_(m), in_(in), names_(names) {}

  bool Define(JsonRef name, ValueId value);
  // Returns None on error.
  ValueId Use(JsonRef name);
  // Define or use a name in the folded op `op` (json/document.h). The name must
  // contain no escapes. Errors are reported at `op`.
  bool Define(JsonRef op, std::string_view name, ValueId value) {
    return Define(op, name, /*escaped=*/false, value);
  }
  ValueId Use(JsonRef op, std::string_view name);

  void Push() { scopes_.push_back(defined_.size()); }
  void Pop();
  // Returns the length of the list of names that were used before they were
  // defined. (Names remain in the list after they are defined.)
  size_t pending_count() const { return pending_.size(); }
  // Checks that the pending names, from index `since` on, have been defined by
  // now, and removes them from the list.
  bool CheckDefined(size_t since);

 private:
  struct Entry {
    ValueId value;         // None if the name isn't known
    int32_t pending = -1;  // index in pending_ if `value` is a placeholder
  };
  struct Pending {
    JsonRef use;  // where the name is used: the name itself, or the op
    OpId op;      // the placeholder's op; None once the name is defined
    std::string_view name;
  };
  std::string_view Name(JsonRef name);
  bool Define(JsonRef at, std::string_view name, bool escaped, ValueId value);
  int32_t NumberOf(std::string_view name) const;
  // Returns the entry of a name. Adds an entry if there is none.
  Entry& Named(std::string_view name);
  // Returns null if there is no entry.
  const Entry* Find(std::string_view name) const;
  void Erase(std::string_view name);

  Module& m_;
  JsonInput& in_;
  std::vector<NamedValues>* const names_;
  TextMap<Entry> values_;
  // The entries of names such as "%12", by number. Consecutive entries are
  // adjacent in memory. This saves 0.2 us per op in a program of 1,000,000 ops.
  Table<Entry> numbered_;
  // The defined names, in order. They are removed at the end of their scope.
  std::vector<std::string_view> defined_;
  std::vector<size_t> scopes_;
  std::vector<Pending> pending_;
  std::deque<std::string> decoded_;  // the names with escapes, decoded
  std::string room_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_JSON_SCOPES_H_
