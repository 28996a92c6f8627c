#ifndef SHARDFLOW_IR_TYPE_H_
#define SHARDFLOW_IR_TYPE_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/check.h"
#include "base/intern.h"
#include "ir/ids.h"

// Interned types: equal types have equal ids.

namespace shardflow::internal {

enum class TypeKind : int64_t {
  kNone,            // none
  kIndex,           // index
  kInteger,         // i32, si8, ui8: {signedness, width}
  kFloat,           // f32: {FloatKind}
  kComplex,         // complex<f32>: {element}
  kTensor,          // tensor<2x?xf32, #enc>: {element, encoding|-1, dims...}
  kUnrankedTensor,  // tensor<*xf32>: {element}
  kTuple,           // tuple<...>: {types...}
  kFunction,        // (a, b) -> (c): {input count, inputs..., results...}
  kToken,           // !stablehlo.token
  kFuture,          // !stablehlo.future<...>: {types...}
  kMemRef,          // memref<2x?xf32>, no layout or memory space: as in kTensor
  kQuantized,       // !quant.uniform<...>: {NameId of the text, ...}; the rest
                    // is read with text/quant_type.h
  kOpaque,          // anything else, verbatim: {NameId of the text}
};

enum class FloatKind : int64_t {
#define FLOAT(enumerator, text, bits) enumerator,
#include "ir/float_kind.def"
#undef FLOAT
};

enum class Signedness : int64_t { kSignless, kSigned, kUnsigned };

std::string_view FloatName(FloatKind kind);
std::optional<FloatKind> FloatNamed(std::string_view name);
int FloatBits(FloatKind kind);

// A dynamic dimension, which is printed as `?`.
constexpr int64_t kDynamicDim = INT64_MIN;

// The types that another type consists of, as a view of the store.
class TypeSpan {
 public:
  class Iterator {
   public:
    explicit Iterator(const int64_t* at) : at_(at) {}
    TypeId operator*() const { return TypeId(static_cast<int32_t>(*at_)); }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    friend bool operator==(Iterator, Iterator) = default;

   private:
    const int64_t* at_;
  };

  explicit TypeSpan(std::span<const int64_t> words) : words_(words) {}
  size_t size() const { return words_.size(); }
  TypeId operator[](size_t i) const {
    return TypeId(static_cast<int32_t>(words_[i]));
  }
  Iterator begin() const { return Iterator(words_.data()); }
  Iterator end() const { return Iterator(words_.data() + words_.size()); }

 private:
  std::span<const int64_t> words_;
};

// An accessor must only be called for types of the kinds that the comment above
// it lists.
class TypeStore {
 public:
  TypeId None() { return Make(TypeKind::kNone, {}); }
  TypeId Index() { return Make(TypeKind::kIndex, {}); }
  TypeId Token() { return Make(TypeKind::kToken, {}); }
  TypeId Integer(int width, Signedness signedness = Signedness::kSignless);
  TypeId Float(FloatKind kind);
  TypeId Complex(TypeId element);
  TypeId Tensor(std::span<const int64_t> dims, TypeId element,
                AttrId encoding = AttrId::None());
  TypeId UnrankedTensor(TypeId element);
  TypeId Tuple(std::span<const TypeId> types);
  TypeId Function(std::span<const TypeId> inputs,
                  std::span<const TypeId> results);
  TypeId Future(std::span<const TypeId> types);
  TypeId MemRef(std::span<const int64_t> dims, TypeId element);
  // Makes a quantized type; text/quant_type.h describes the words.
  TypeId Quantized(std::span<const int64_t> words) {
    return Make(TypeKind::kQuantized, words);
  }
  TypeId Opaque(NameId text);

  TypeKind kind(TypeId type) const {
    return static_cast<TypeKind>(words_.Get(type)[0]);
  }

  bool IsTensor(TypeId type) const { return kind(type) == TypeKind::kTensor; }
  bool IsInteger(TypeId type, int width) const;
  // Return whether the type may be the element type of a tensor or a memref.
  bool IsTensorElement(TypeId type) const;
  bool IsMemRefElement(TypeId type) const;
  // --- for a kInteger
  Signedness signedness(TypeId integer) const {
    SHARDFLOW_DCHECK(kind(integer) == TypeKind::kInteger);
    return static_cast<Signedness>(words_.Get(integer)[1]);
  }
  int64_t width(TypeId integer) const {
    SHARDFLOW_DCHECK(kind(integer) == TypeKind::kInteger);
    return words_.Get(integer)[2];
  }
  // Whether values are never negative. An i1 is 0 or 1.
  bool IsUnsigned(TypeId integer) const {
    return signedness(integer) == Signedness::kUnsigned || width(integer) == 1;
  }
  // --- for a kFloat
  FloatKind float_kind(TypeId type) const {
    SHARDFLOW_DCHECK(kind(type) == TypeKind::kFloat);
    return static_cast<FloatKind>(words_.Get(type)[1]);
  }
  // --- for a kInteger, kFloat or kIndex
  int64_t NumberBits(TypeId type) const;
  // --- for a kTensor or kMemRef
  std::span<const int64_t> dims(TypeId tensor) const {
    return words_.Get(tensor).subspan(3);
  }
  AttrId encoding(TypeId tensor) const {
    return AttrId(static_cast<int32_t>(words_.Get(tensor)[2]));
  }
  // Whether the type is a kTensor without dynamic dimensions.
  bool HasStaticShape(TypeId type) const;
  // Returns the product of the dimensions of a static tensor, or INT64_MAX if
  // it is larger.
  int64_t ElementCount(TypeId tensor) const;
  // --- for a kTensor, kMemRef, kUnrankedTensor or kComplex
  TypeId element(TypeId type) const {
    return TypeId(static_cast<int32_t>(words_.Get(type)[1]));
  }
  // --- for a kTuple or kFuture
  TypeSpan members(TypeId type) const {
    SHARDFLOW_DCHECK(kind(type) == TypeKind::kTuple ||
                     kind(type) == TypeKind::kFuture);
    return TypeSpan(words_.Get(type).subspan(1));
  }
  // --- for a kFunction
  size_t input_count(TypeId function) const {
    return static_cast<size_t>(words_.Get(function)[1]);
  }
  size_t result_count(TypeId function) const {
    return words_.Get(function).size() - 2 - input_count(function);
  }
  TypeSpan inputs(TypeId function) const {
    return TypeSpan(words_.Get(function).subspan(2, input_count(function)));
  }
  TypeSpan results(TypeId function) const {
    return TypeSpan(words_.Get(function).subspan(2 + input_count(function)));
  }
  TypeId input(TypeId function, size_t i) const { return inputs(function)[i]; }
  TypeId result(TypeId function, size_t i) const {
    return results(function)[i];
  }
  // --- for a kOpaque or kQuantized
  NameId text(TypeId type) const {
    SHARDFLOW_DCHECK(kind(type) == TypeKind::kOpaque ||
                     kind(type) == TypeKind::kQuantized);
    return NameId(static_cast<int32_t>(words_.Get(type)[1]));
  }
  // --- for a kQuantized: the words that were passed to Quantized
  std::span<const int64_t> quantization(TypeId type) const {
    SHARDFLOW_DCHECK(kind(type) == TypeKind::kQuantized);
    return words_.Get(type).subspan(1);
  }

  size_t size() const { return words_.size(); }

  size_t MemoryBytes() const { return words_.MemoryBytes(); }

 private:
  TypeId Make(TypeKind kind, std::span<const int64_t> payload);
  ArrayStore<TypeId, int64_t> words_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_IR_TYPE_H_
