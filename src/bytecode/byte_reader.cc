#include "bytecode/byte_reader.h"

#include <bit>
#include <cstring>
#include <utility>

namespace shardflow::internal::bytecode {

bool ByteReader::Fail(std::string message) {
  if (ok()) {
    error_->Set(offset(), std::move(message));
    error_->pointer = part_;
  }
  end_offset_ -= left();
  end_ = at_;
  return false;
}

uint8_t ByteReader::End() {
  Fail("it ends too early");
  return 0;
}

uint64_t ByteReader::LongVarInt() {
  if (at_ == end_) return End();
  const auto first = static_cast<uint8_t>(*at_);
  const auto more = static_cast<size_t>(std::countr_zero(first | 0x100u));
  if (left() <= more) return End();
  uint64_t value = 0;
  if (more == 8) {
    std::memcpy(&value, at_ + 1, 8);
  } else {
    std::memcpy(&value, at_, more + 1);
    value >>= more + 1;
  }
  at_ += more + 1;
  return value;
}

}  // namespace shardflow::internal::bytecode
