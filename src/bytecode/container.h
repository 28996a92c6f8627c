#ifndef SHARDFLOW_BYTECODE_CONTAINER_H_
#define SHARDFLOW_BYTECODE_CONTAINER_H_

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "bytecode/byte_reader.h"

// The container of an MLIR bytecode file: everything except the program itself.
//
//   magic, version, producer, then sections: strings; dialects and the names
//   of ops; attributes and types; the program; properties of ops
//
// Offsets and lengths are checked against the size of the file; attributes and
// types are left as bytes.

namespace shardflow::internal::bytecode {

struct OpName {
  uint32_t dialect = 0;
  std::string_view name;  // without the dialect
  bool registered = true;
};

// An attribute or a type.
struct Entry {
  uint32_t dialect = 0;
  bool is_code = true;  // false: stored as MLIR text
  uint64_t size = 0;
  size_t at = 0;  // offset in the section
};

// A resource: a constant that is stored outside the program.
struct BlobEntry {
  uint32_t dialect = 0;
  std::string_view key = {};
  ByteReader contents = {};  // empty if the file has only the key
};

struct Container {
  uint64_t version = 0;
  std::string_view producer;  // such as "StableHLO_v1.18.0"
  std::vector<std::string_view> strings;
  std::vector<std::string_view> dialects;
  std::vector<OpName> op_names;
  std::vector<Entry> attrs, types;
  ByteReader entries;  // the bytes of attributes and types
  ByteReader ir;
  std::vector<BlobEntry> resources;
  std::vector<ByteReader> properties;
  std::string_view file;

  ByteReader Contents(const Entry& entry) const;
};

// Reads the container. `bytes` must begin with kMagic. Returns false on
// error.
bool ReadContainer(std::string_view bytes, Container& container, Error& error);

}  // namespace shardflow::internal::bytecode

#endif  // SHARDFLOW_BYTECODE_CONTAINER_H_
