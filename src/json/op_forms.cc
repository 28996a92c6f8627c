#include "json/op_forms.h"

#include <cstring>
#include <string>

namespace shardflow::internal {
namespace {

// The maximum number of bytes of text in all forms. The different ops of a real
// program take up far less.
constexpr size_t kMaxFormBytes = size_t{1} << 20;
constexpr size_t kMaxForms = UINT16_MAX;
// After this many ops without a known form, forms are turned off if fewer ops
// had a known form.
constexpr uint64_t kTrial = 1024;

// Returns the position of the quote that ends a name. Returns null if the name
// contains escapes or anything but printable ASCII characters. Such a name has
// to be parsed.
const char* EndOfName(const char* at, const char* text_end) {
  for (; at < text_end; ++at) {
    const char c = *at;
    if (c == '"') return at;
    // Non-ASCII bytes are negative where char is signed.
    if (c == '\\' || c < 0x20 || static_cast<unsigned char>(c) >= 0x80) break;
  }
  return nullptr;
}

}  // namespace

// If the object at `begin` has this form, returns its end or, if the form has a
// location, the beginning of its location. Otherwise returns null.
const char* OpForms::Compare(const Form& form, const char* begin,
                             const char* text_end) const {
  const char* at = begin;
  size_t done = 0;
  const auto piece = [&](size_t cut) {
    const size_t length = cut - done;
    if (static_cast<size_t>(text_end - at) < length ||
        std::memcmp(at, form.text.data() + done, length) != 0) {
      return false;
    }
    at += length;
    done = cut;
    return true;
  };
  for (const uint16_t cut : Cuts(form)) {
    if (!piece(cut)) return nullptr;
    at = EndOfName(at, text_end);
    if (at == nullptr) return nullptr;
  }
  return piece(form.location != 0 ? form.location : form.text.size()) ? at
                                                                      : nullptr;
}

const char* OpForms::CompareRest(Number number, const char* at,
                                 const char* text_end) const {
  const std::string_view rest = form(number).text.substr(form(number).location);
  const std::string_view text(at, static_cast<size_t>(text_end - at));
  return text.starts_with(rest) ? at + rest.size() : nullptr;
}

OpForms::Number OpForms::Guess(const char* begin, const char* text_end,
                               const char*& end) {
  if (last_ == kNone) return kNone;
  for (const Number follower : form(last_).followers) {
    if (follower == kNone) break;
    end = Compare(form(follower), begin, text_end);
    if (end == nullptr) continue;
    ++hits_;
    Follow(follower);
    return follower;
  }
  return kNone;
}

OpForms::Number OpForms::Tell(std::string_view object,
                              std::span<const std::string_view> names,
                              std::string_view location, bool& known) {
  known = false;
  if (object.size() > kMaxLength) return kNone;
  scratch_.clear();
  const size_t first_cut = cuts_.size();
  const char* at = object.data();
  for (const std::string_view name : names) {
    scratch_.append(at, name.data());
    cuts_.push_back(static_cast<uint16_t>(scratch_.size()));
    at = name.data() + name.size();
  }
  uint16_t location_cut = 0;
  if (!location.empty()) {
    scratch_.append(at, location.data());
    location_cut = static_cast<uint16_t>(scratch_.size());
    at = location.data() + location.size();
  }
  scratch_.append(at, object.data() + object.size());

  NameId id = texts_.Find(scratch_);
  known = static_cast<bool>(id);
  if (!known) {
    if (++misses_ >= kTrial && hits_ < misses_) on_ = false;
    if (forms_.size() < kMaxForms && texts_.MemoryBytes() < kMaxFormBytes) {
      id = texts_.Intern(scratch_);
      forms_.push_back({texts_.Get(id), static_cast<uint32_t>(first_cut),
                        static_cast<uint32_t>(names.size()), location_cut});
    }
  } else {
    ++hits_;
  }
  const bool is_new = !known && id;
  if (!is_new) cuts_.resize(first_cut);
  if (!id) return kNone;
  const auto number = static_cast<Number>(id.index + 1);
  Follow(number);
  return number;
}

void OpForms::Follow(Number number) {
  if (last_ != kNone) {
    Number(&followers)[2] = forms_[last_ - size_t{1}].followers;
    if (followers[0] != number) {
      followers[1] = followers[0];
      followers[0] = number;
    }
  }
  last_ = number;
}

void OpForms::Names(Number number, const char* begin,
                    std::vector<std::string_view>& names) const {
  names.clear();
  const char* at = begin;
  size_t done = 0;
  for (const uint16_t cut : Cuts(form(number))) {
    at += cut - done;
    done = cut;
    const char* const name = at;
    while (*at != '"') ++at;
    names.emplace_back(name, static_cast<size_t>(at - name));
  }
}

}  // namespace shardflow::internal
