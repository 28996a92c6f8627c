#ifndef SHARDFLOW_BYTECODE_BYTE_READER_H_
#define SHARDFLOW_BYTECODE_BYTE_READER_H_

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

// The bytes of a file, read in order. Nothing is read beyond the end: the first
// mistake is kept in the Fault, and from then on every number is 0 and every
// piece of bytes is empty. So whoever reads a sequence asks ok() once, after
// it; a loop over a count asks in each round.

namespace shardflow::internal::bytecode {

// What is wrong with the file, and where.
struct Fault {
  std::string message;    // empty: nothing
  std::string_view part;  // "attributes and types"
  size_t offset = 0;      // in the file

  bool set() const { return !message.empty(); }
};

class ByteReader {
 public:
  ByteReader() = default;
  // `bytes` begin at `offset` of the file.
  ByteReader(std::string_view bytes, size_t offset, std::string_view part,
             Fault* fault)
      : bytes_(bytes), offset_(offset), part_(part), fault_(fault) {}

  bool ok() const { return !fault_->set(); }
  size_t left() const { return bytes_.size(); }
  bool AtEnd() const { return bytes_.empty() || !ok(); }
  size_t offset() const { return offset_; }  // of the next byte, in the file
  std::string_view part() const { return part_; }
  Fault* fault() const { return fault_; }

  // Keeps the first message. Returns false.
  bool Fail(std::string message) {
    if (!fault_->set()) *fault_ = {std::move(message), part_, offset_};
    bytes_ = {};
    return false;
  }

  uint8_t Byte() {
    if (bytes_.empty()) return End();
    const auto byte = static_cast<uint8_t>(bytes_[0]);
    Skip(1);
    return byte;
  }
  std::string_view Bytes(uint64_t count) {
    if (count > bytes_.size()) {
      End();
      return {};
    }
    const std::string_view result = bytes_.substr(0, count);
    Skip(count);
    return result;
  }
  // The same, to be read on its own.
  ByteReader Piece(uint64_t count) {
    const size_t at = offset_;
    return ByteReader(Bytes(count), at, part_, fault_);
  }

  // A number of 1 to 9 bytes: the zero bits at the low end of the first byte
  // say how many more there are.
  uint64_t VarInt() {
    if (bytes_.empty()) return End();
    const auto first = static_cast<uint8_t>(bytes_[0]);
    if ((first & 1) != 0) {
      Skip(1);
      return first >> 1;
    }
    const auto more = static_cast<size_t>(std::countr_zero(first | 0x100u));
    if (bytes_.size() <= more) return End();
    uint64_t value = 0;
    if (more == 8) {
      std::memcpy(&value, bytes_.data() + 1, 8);
    } else {
      std::memcpy(&value, bytes_.data(), more + 1);
      value >>= more + 1;
    }
    Skip(more + 1);
    return value;
  }
  // The sign is in the lowest bit.
  int64_t SignedVarInt() {
    const uint64_t value = VarInt();
    return static_cast<int64_t>((value >> 1) ^ (~(value & 1) + 1));
  }
  // A number, with a flag in the lowest bit.
  uint64_t VarIntWithFlag(bool& flag) {
    const uint64_t value = VarInt();
    flag = (value & 1) != 0;
    return value >> 1;
  }
  // A count of things that take at least a byte each.
  size_t Count() {
    const uint64_t count = VarInt();
    if (count > bytes_.size()) return End();
    return static_cast<size_t>(count);
  }
  // Up to a NUL byte, which is read as well.
  std::string_view UntilNul() {
    const size_t end = bytes_.find('\0');
    if (end == std::string_view::npos) {
      End();
      return {};
    }
    const std::string_view result = bytes_.substr(0, end);
    Skip(end + 1);
    return result;
  }

 private:
  void Skip(size_t count) {
    bytes_.remove_prefix(count);
    offset_ += count;
  }
  uint8_t End() {
    Fail("it ends too early");
    return 0;
  }

  std::string_view bytes_;
  size_t offset_ = 0;
  std::string_view part_;
  Fault* fault_ = nullptr;
};

}  // namespace shardflow::internal::bytecode

#endif  // SHARDFLOW_BYTECODE_BYTE_READER_H_
