#ifndef SHARDFLOW_TEXT_ALIASES_H_
#define SHARDFLOW_TEXT_ALIASES_H_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/container/flat_hash_map.h"

#include "ir/module.h"
#include "text/write.h"

// The aliases that MLIR's printer defines: #loc3 for a location, #map for
// affine maps, #set for integer sets, #distinct for distinct attributes, and
// !tuple for large tuples.
//
// Their numbers depend on the order in which the printer first visits the
// aliased attributes and types. So the module is printed twice. The first pass
// has no output and collects the attributes and types that may get an alias.
// Then the aliases are sorted by nesting depth, types before attributes, by
// name, and in the order of their first visits.

namespace shardflow::internal {

class Aliases {
 public:
  // Something that may have an alias: an attribute, a type, or a location that
  // isn't an attribute (an offset in the source, or unknown).
  struct Key {
    enum Kind : int32_t { kAttr, kType, kLoc } kind;
    int32_t id;
    friend bool operator==(const Key&, const Key&) = default;
    template <class H>
    friend H AbslHashValue(H state, Key key) {
      return H::combine(std::move(state), static_cast<int32_t>(key.kind),
                        key.id);
    }
  };
  static Key Of(AttrId attr) { return {Key::kAttr, attr.index}; }
  static Key Of(TypeId type) { return {Key::kType, type.index}; }
  static Key Of(Loc loc) {
    if (loc.IsAttr()) return Of(loc.attr());
    return {Key::kLoc, loc.place.code()};
  }

  // Whether aliases may be needed to print `m` with `options`.
  static bool Wanted(const Module& m, const PrintOptions& options);

  // --- collecting

  // Call Begin before `key` and its parts are printed, and End afterwards.
  // Begin returns false if `key` was already printed; don't call End then.
  bool Begin(Key key, std::string_view name, bool deferrable);
  void End();
  // Whether something is being printed between a Begin and its End.
  bool InsideOfOne() const { return !open_.empty(); }

  // Stops collecting and assigns the names.
  void Finish();

  // Returns the alias with its sigil, such as "#loc3", or "" if there is none.
  std::string_view Find(Key key) const;
  struct Definition {
    Key key;
    std::string_view text;  // such as "#loc3"
    bool deferred;
  };
  std::vector<Definition> Definitions() const;

 private:
  struct Entry {
    Key key;
    std::string_view name;  // empty if only its parts may have aliases
    int depth = 0;
    bool deferrable = false;
    std::vector<size_t> children;
    std::string text;
  };
  void NotDeferrable(size_t entry);

  absl::flat_hash_map<Key, size_t> index_;
  std::vector<Entry> entries_;
  std::vector<size_t> open_;
  std::vector<size_t> order_;
};

// Return the name of the alias without sigil and number, such as "loc" or
// "tuple", or "" if the attribute or type gets no alias.
std::string_view AliasName(const Module& m, AttrId attr);
std::string_view AliasName(const Module& m, TypeId type);

}  // namespace shardflow::internal

#endif  // SHARDFLOW_TEXT_ALIASES_H_
