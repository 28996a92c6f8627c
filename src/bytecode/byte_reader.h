#ifndef SHARDFLOW_BYTECODE_BYTE_READER_H_
#define SHARDFLOW_BYTECODE_BYTE_READER_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"

// Reads the bytes of a file in order, never beyond the end. The first error is
// stored in an Error; from then on every number read is 0 and every string is
// empty. So one call to ok() after a series of reads is enough, but a loop over
// a count has to call it in each iteration.

namespace shardflow::internal::bytecode {

class ByteReader {
 public:
  ByteReader() = default;
  // `bytes` begin at `offset` in the file; `part` is their name in error
  // messages.
  ByteReader(std::string_view bytes, size_t offset, std::string_view part,
             Error* error)
      : at_(bytes.data()),
        end_(bytes.data() + bytes.size()),
        end_offset_(offset + bytes.size()),
        part_(part),
        error_(error) {}

  bool ok() const { return error_->message.empty(); }
  size_t left() const { return static_cast<size_t>(end_ - at_); }
  bool AtEnd() const { return at_ == end_ || !ok(); }
  // Returns the position of the next byte in the file.
  size_t offset() const { return end_offset_ - left(); }
  std::string_view part() const { return part_; }
  Error* error() const { return error_; }

  // Sets the error, with part() as its pointer, unless one is set already.
  // Skips all remaining bytes. Returns false.
  bool Fail(std::string message);

  uint8_t Byte() {
    if (at_ == end_) return End();
    return static_cast<uint8_t>(*at_++);
  }
  std::string_view Bytes(uint64_t count) {
    if (count > left()) {
      End();
      return {};
    }
    const std::string_view result(at_, count);
    at_ += count;
    return result;
  }
  // Returns a reader for the next `count` bytes, and skips them.
  ByteReader Piece(uint64_t count) {
    const size_t begin = offset();
    return ByteReader(Bytes(count), begin, part_, error_);
  }

  // Reads a number of 1 to 9 bytes. The number of zero bits at the low end of
  // the first byte is the number of bytes that follow it.
  uint64_t VarInt() {
    if (at_ != end_ && (*at_ & 1) != 0) {
      return static_cast<uint8_t>(*at_++) >> 1;
    }
    return LongVarInt();
  }
  // Reads a number that has its sign in the lowest bit.
  int64_t SignedVarInt() {
    const uint64_t value = VarInt();
    return static_cast<int64_t>((value >> 1) ^ (~(value & 1) + 1));
  }
  // Reads a number that has a flag in the lowest bit.
  uint64_t VarIntWithFlag(bool& flag) {
    const uint64_t value = VarInt();
    flag = (value & 1) != 0;
    return value >> 1;
  }
  // Reads the number of items that follow. Each item takes at least one byte,
  // so a number larger than the number of bytes left is an error.
  size_t Count() {
    const uint64_t count = VarInt();
    if (count > left()) return End();
    return static_cast<size_t>(count);
  }
  // Returns the text up to a NUL byte. Skips the text and the NUL byte.
  std::string_view UntilNul() {
    const std::string_view rest(at_, left());
    const size_t size = rest.find('\0');
    if (size == std::string_view::npos) {
      End();
      return {};
    }
    at_ += size + 1;
    return rest.substr(0, size);
  }

 private:
  uint64_t LongVarInt();
  uint8_t End();

  const char* at_ = nullptr;
  const char* end_ = nullptr;
  size_t end_offset_ = 0;  // offset of end_ in the file
  std::string_view part_;
  Error* error_ = nullptr;
};

}  // namespace shardflow::internal::bytecode

#endif  // SHARDFLOW_BYTECODE_BYTE_READER_H_
