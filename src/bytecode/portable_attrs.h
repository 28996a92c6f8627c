#ifndef SHARDFLOW_BYTECODE_PORTABLE_ATTRS_H_
#define SHARDFLOW_BYTECODE_PORTABLE_ATTRS_H_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "bytecode/entry_writer.h"
#include "ir/module.h"
#include "ops/portable.h"

// Converts the attributes of an op between StableHLO and VHLO (see
// ops/portable.h).

namespace shardflow::internal::bytecode {

// Converts `values`, one for each slot of `op` (None for an absent one), to
// StableHLO attributes, and appends those that differ from their defaults to
// `attrs`.
bool FromPortable(Module& m, const PortableOp& op,
                  std::span<const AttrId> values, std::vector<NamedAttr>& attrs,
                  std::string& wrong);

// Converts the attributes of op `id` to VHLO: adds them to `entries`, and sets
// `values` to their numbers, one for each slot. Returns false, and sets `wrong`
// to the attribute's name, if an attribute is missing and has no default, if it
// is of the wrong kind, or if it exists in the newest form, `newest`, but not
// in `op`.
bool ToPortable(const Module& m, const PortableOp& op, const PortableOp& newest,
                OpId id, EntryWriter& entries, std::vector<AttrNumber>& values,
                std::string& wrong);

}  // namespace shardflow::internal::bytecode

#endif  // SHARDFLOW_BYTECODE_PORTABLE_ATTRS_H_
