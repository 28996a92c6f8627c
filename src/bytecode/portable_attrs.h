#ifndef SHARDFLOW_BYTECODE_PORTABLE_ATTRS_H_
#define SHARDFLOW_BYTECODE_PORTABLE_ATTRS_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "bytecode/entry_writer.h"
#include "ir/module.h"
#include "ops/portable.h"

// Converts the attributes of an op between StableHLO and VHLO (see
// ops/portable.h).

namespace shardflow::internal::bytecode {

// Converts `values`, one for each slot of `op` (None for an absent one), to
// StableHLO attributes, and appends those that differ from their defaults to
// `attrs`. Returns the name of an attribute that is of the wrong kind, or
// nullopt if all are right.
std::optional<std::string_view> FromPortable(Module& m, const PortableOp& op,
                                             std::span<const AttrId> values,
                                             std::vector<NamedAttr>& attrs);

// Converts the attributes of op `id` to VHLO: adds them to `entries`, and sets
// `values` to their numbers, one for each slot. Returns the name of an
// attribute that is missing and has no default, that is of the wrong kind, or
// that exists in the newest form, `newest`, but not in `op`; nullopt if there
// is none.
std::optional<std::string_view> ToPortable(const Module& m,
                                           const PortableOp& op,
                                           const PortableOp& newest, OpId id,
                                           EntryWriter& entries,
                                           std::vector<AttrNumber>& values);

}  // namespace shardflow::internal::bytecode

#endif  // SHARDFLOW_BYTECODE_PORTABLE_ATTRS_H_
