#ifndef SHARDFLOW_BYTECODE_DRAFT_H_
#define SHARDFLOW_BYTECODE_DRAFT_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "bytecode/byte_writer.h"

// Data to be written, in which attributes, types and strings are still numbered
// in order of creation. Their numbers in the file depend on how often each is
// used, so they are known only once the whole program has been seen.

namespace shardflow::internal::bytecode {

// The number of an attribute, type, ... in order of creation.
enum class AttrNumber : uint32_t {};
enum class TypeNumber : uint32_t {};
enum class StringNumber : uint32_t {};
enum class OpNameNumber : uint32_t {};

template <class T>
size_t Slot(T number) {
  return static_cast<size_t>(number);
}

class Draft {
 public:
  // The data so far. Each piece is stored with its length, so equal pieces mean
  // equal bytes in the file.
  const std::string& pieces() const { return pieces_; }

  void Byte(uint8_t byte) {
    pieces_.push_back(1);
    pieces_.push_back(static_cast<char>(byte));
  }
  void VarInt(uint64_t value) {
    ByteWriter w;
    w.VarInt(value);
    Few(w);
  }
  void SignedVarInt(int64_t value) {
    ByteWriter w;
    w.SignedVarInt(value);
    Few(w);
  }
  void VarIntWithFlag(uint64_t value, bool flag) {
    VarInt(value << 1 | (flag ? 1 : 0));
  }
  void Bytes(std::string_view bytes) {
    const uint64_t size = bytes.size();
    pieces_.push_back(kMany);
    pieces_.append(reinterpret_cast<const char*>(&size), sizeof size);
    pieces_ += bytes;
  }
  void Blob(std::string_view bytes) {
    VarInt(bytes.size());
    Bytes(bytes);
  }
  void VarInt(AttrNumber number) { Refer(kAttr, Slot(number)); }
  void VarInt(TypeNumber number) { Refer(kType, Slot(number)); }
  void VarInt(StringNumber number) { Refer(kString, Slot(number)); }
  // Writes a reference to an attribute that may be absent.
  void Optional(AttrNumber number, bool there) {
    if (there) {
      Refer(kOptionalAttr, Slot(number));
    } else {
      VarInt(0);
    }
  }

  // Calls attr(AttrNumber) and type(TypeNumber) for the attributes and types
  // that `pieces` refer to, in order.
  template <class AttrFn, class TypeFn>
  static void ForEach(std::string_view pieces, const AttrFn& attr,
                      const TypeFn& type) {
    while (!pieces.empty()) {
      const Piece piece = Next(pieces);
      if (piece.tag == kAttr || piece.tag == kOptionalAttr) {
        attr(AttrNumber{piece.number});
      } else if (piece.tag == kType) {
        type(TypeNumber{piece.number});
      }
    }
  }

  // Appends the final bytes to `out`. attr(), type() and string() must return
  // the numbers in the file.
  template <class AttrFn, class TypeFn, class StringFn>
  static void Finish(std::string_view pieces, const AttrFn& attr,
                     const TypeFn& type, const StringFn& string,
                     ByteWriter& out) {
    while (!pieces.empty()) {
      const Piece piece = Next(pieces);
      switch (piece.tag) {
        case kAttr:
          out.VarInt(attr(AttrNumber{piece.number}));
          break;
        case kOptionalAttr:
          out.VarIntWithFlag(attr(AttrNumber{piece.number}), true);
          break;
        case kType:
          out.VarInt(type(TypeNumber{piece.number}));
          break;
        case kString:
          out.VarInt(string(StringNumber{piece.number}));
          break;
        default:
          out.Bytes(piece.bytes);
          break;
      }
    }
  }

 private:
  // A tag below kMany is the number of bytes that follow.
  enum Tag : uint8_t {
    kMany = 16,
    kAttr,
    kOptionalAttr,
    kType,
    kString,
  };
  struct Piece {
    uint8_t tag = 0;
    uint32_t number = 0;
    std::string_view bytes;
  };

  static Piece Next(std::string_view& pieces) {
    Piece piece;
    piece.tag = static_cast<uint8_t>(pieces[0]);
    size_t begin = 1;
    size_t size = piece.tag;
    if (piece.tag == kMany) {
      uint64_t count = 0;
      std::memcpy(&count, pieces.data() + 1, sizeof count);
      begin += sizeof count;
      size = count;
    } else if (piece.tag > kMany) {
      std::memcpy(&piece.number, pieces.data() + 1, sizeof piece.number);
      size = sizeof piece.number;
    }
    piece.bytes = pieces.substr(begin, size);
    pieces.remove_prefix(begin + size);
    return piece;
  }

  void Few(const ByteWriter& w) {
    pieces_.push_back(static_cast<char>(w.size()));
    pieces_ += w.bytes();
  }
  void Refer(Tag tag, size_t number) {
    const auto word = static_cast<uint32_t>(number);
    pieces_.push_back(static_cast<char>(tag));
    pieces_.append(reinterpret_cast<const char*>(&word), sizeof word);
  }

  std::string pieces_;
};

}  // namespace shardflow::internal::bytecode

#endif  // SHARDFLOW_BYTECODE_DRAFT_H_
