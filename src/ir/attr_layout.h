#ifndef SHARDFLOW_IR_ATTR_LAYOUT_H_
#define SHARDFLOW_IR_ATTR_LAYOUT_H_

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <span>
#include <type_traits>
#include <utility>

#include "base/id.h"

// Stores the structs of ir/attr_kinds.h as 64-bit words. Their fields are ids,
// numbers and at most one list, which comes last. Each field takes one word, in
// the order of declaration, and the items of the list follow. Templates find
// the fields at compile time, so the struct itself is the only description of
// its layout.

namespace shardflow::internal::layout {

// --- conversion to and from one word

template <class Tag>
constexpr int64_t ToWord(Id<Tag> id) {
  return id.index;
}
template <class T>
requires std::is_integral_v<T> || std::is_enum_v<T>
constexpr int64_t ToWord(T value) { return static_cast<int64_t>(value); }

template <class T>
struct FromWord {
  static constexpr T Of(int64_t word) { return static_cast<T>(word); }
};
template <class Tag>
struct FromWord<Id<Tag>> {
  static constexpr Id<Tag> Of(int64_t word) {
    return Id<Tag>(static_cast<int32_t>(word));
  }
};
template <>
struct FromWord<bool> {
  static constexpr bool Of(int64_t word) { return word != 0; }
};

// --- the fields of a struct

struct Anything {
  template <class T>
  constexpr operator T() const;
};
template <class T, class... Args>
concept MadeOf = requires {
  T{Args{}...};
};

template <class T>
constexpr size_t FieldCount() {
  if constexpr (MadeOf<T, Anything, Anything, Anything, Anything>) {
    return 4;
  } else if constexpr (MadeOf<T, Anything, Anything, Anything>) {
    return 3;
  } else if constexpr (MadeOf<T, Anything, Anything>) {
    return 2;
  } else if constexpr (MadeOf<T, Anything>) {
    return 1;
  } else {
    return 0;
  }
}

// Calls `fn` with each field of `value`.
template <class T, class Fn>
constexpr void ForEachField(T& value, Fn fn) {
  constexpr size_t kCount = FieldCount<std::remove_const_t<T>>();
  if constexpr (kCount == 4) {
    auto& [a, b, c, d] = value;
    fn(a), fn(b), fn(c), fn(d);
  } else if constexpr (kCount == 3) {
    auto& [a, b, c] = value;
    fn(a), fn(b), fn(c);
  } else if constexpr (kCount == 2) {
    auto& [a, b] = value;
    fn(a), fn(b);
  } else if constexpr (kCount == 1) {
    auto& [a] = value;
    fn(a);
  }
}

// --- items of lists: each is one word, or a struct of several words

template <class T>
constexpr bool kIsRecord = std::is_aggregate_v<T>;

template <class T>
constexpr size_t WordsOf() {
  if constexpr (kIsRecord<T>) {
    return FieldCount<T>();
  } else {
    return 1;
  }
}

template <class T>
constexpr T Decode(const int64_t* words) {
  if constexpr (kIsRecord<T>) {
    T value{};
    ForEachField(value, [&words](auto& field) {
      field = FromWord<std::remove_reference_t<decltype(field)>>::Of(*words++);
    });
    return value;
  } else {
    return FromWord<T>::Of(*words);
  }
}

// Writes words into memory that must have room for them.
struct Writer {
  int64_t* at;

  void push_back(int64_t word) { *at++ = word; }
};

template <class T>
void Append(const T& item, Writer& writer) {
  if constexpr (kIsRecord<T>) {
    ForEachField(item, [&writer](const auto& field) {
      writer.push_back(ToWord(field));
    });
  } else {
    writer.push_back(ToWord(item));
  }
}

}  // namespace shardflow::internal::layout

namespace shardflow::internal {

// The list at the end of an attribute. It is a view of words in the store,
// which are decoded item by item. When an attribute is made, the list is left
// empty; AttrStore::Make takes the items separately.
template <class T>
class WordList {
 public:
  using Item = T;

  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using pointer = const T*;
    using reference = T;

    Iterator() = default;
    explicit Iterator(const int64_t* at) : at_(at) {}
    T operator*() const { return layout::Decode<T>(at_); }
    Iterator& operator++() {
      at_ += layout::WordsOf<T>();
      return *this;
    }
    Iterator operator++(int) {
      Iterator old = *this;
      ++*this;
      return old;
    }
    friend bool operator==(Iterator, Iterator) = default;

   private:
    const int64_t* at_ = nullptr;
  };

  WordList() = default;
  explicit WordList(std::span<const int64_t> words) : words_(words) {}

  size_t size() const { return words_.size() / layout::WordsOf<T>(); }
  bool empty() const { return words_.empty(); }
  T operator[](size_t i) const {
    return layout::Decode<T>(words_.data() + i * layout::WordsOf<T>());
  }
  T front() const { return (*this)[0]; }
  Iterator begin() const { return Iterator(words_.data()); }
  Iterator end() const { return Iterator(words_.data() + words_.size()); }
  bool Contains(T item) const {
    for (const T other : *this) {
      if (other == item) return true;
    }
    return false;
  }
  // Returns the items of a list of plain numbers, which need no decoding.
  std::span<const int64_t> numbers() const requires std::is_same_v<T, int64_t> {
    return words_;
  }

 private:
  std::span<const int64_t> words_;
};

namespace layout {

template <class T>
struct IsList : std::false_type {};
template <class T>
struct IsList<WordList<T>> : std::true_type {};

// Reads a struct from the words of an attribute.
template <class T>
T Read(std::span<const int64_t> words) {
  T value{};
  size_t at = 0;
  ForEachField(value, [&words, &at](auto& field) {
    using Field = std::remove_reference_t<decltype(field)>;
    if constexpr (IsList<Field>::value) {
      field = Field(words.subspan(at));
    } else {
      field = FromWord<Field>::Of(words[at++]);
    }
  });
  return value;
}

// Appends all fields except the list.
template <class T>
void AppendFixed(const T& value, Writer& writer) {
  ForEachField(value, [&writer](const auto& field) {
    using Field = std::remove_cvref_t<decltype(field)>;
    if constexpr (!IsList<Field>::value) writer.push_back(ToWord(field));
  });
}

// `Last` is the type of the last field of T, or void if T has no fields.
template <class T>
struct ListOf {
  template <class U>
  static auto Find(const U& value) {
    constexpr size_t kCount = FieldCount<U>();
    if constexpr (kCount == 4) {
      auto& [a, b, c, d] = value;
      return d;
    } else if constexpr (kCount == 3) {
      auto& [a, b, c] = value;
      return c;
    } else if constexpr (kCount == 2) {
      auto& [a, b] = value;
      return b;
    } else if constexpr (kCount == 1) {
      auto& [a] = value;
      return a;
    }
  }
  using Last = decltype(Find(std::declval<const T&>()));
};
template <class T>
concept HasList = IsList<typename ListOf<T>::Last>::value;
template <class T>
using ItemOf = typename ListOf<T>::Last::Item;

}  // namespace layout
}  // namespace shardflow::internal

#endif  // SHARDFLOW_IR_ATTR_LAYOUT_H_
