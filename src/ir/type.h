#ifndef SHARDFLOW_IR_TYPE_H_
#define SHARDFLOW_IR_TYPE_H_

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

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
  kMemRef,     // memref<2x?xf32> without layout and memory space: as kTensor
  kQuantized,  // !quant.uniform<...>: {NameId of the text, ...}; the rest
               // is read with text/quant_type.h
  kOpaque,     // anything else, verbatim: {NameId of the text}
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
  // Returns the words after the kind. The comments in TypeKind list them.
  std::span<const int64_t> words(TypeId type) const {
    return words_.Get(type).subspan(1);
  }

  bool IsTensor(TypeId type) const { return kind(type) == TypeKind::kTensor; }
  bool IsInteger(TypeId type, int width) const;
  // Return whether the type may be the element type of a tensor or a memref.
  bool IsTensorElement(TypeId type) const;
  bool IsMemRefElement(TypeId type) const;
  // --- for a kTensor or kMemRef
  std::span<const int64_t> dims(TypeId tensor) const {
    return words_.Get(tensor).subspan(3);
  }
  AttrId encoding(TypeId tensor) const {
    return AttrId(static_cast<int32_t>(words_.Get(tensor)[2]));
  }
  // Whether it is a kTensor without `?`.
  bool HasStaticShape(TypeId type) const;
  // Returns the product of the dimensions of a static tensor, or INT64_MAX if
  // it is larger.
  int64_t ElementCount(TypeId tensor) const;
  // --- for a kTensor, kMemRef, kUnrankedTensor or kComplex
  TypeId element(TypeId type) const {
    return TypeId(static_cast<int32_t>(words_.Get(type)[1]));
  }
  // --- for a kFunction
  size_t input_count(TypeId function) const {
    return static_cast<size_t>(words_.Get(function)[1]);
  }
  size_t result_count(TypeId function) const {
    return words_.Get(function).size() - 2 - input_count(function);
  }
  TypeId input(TypeId function, size_t i) const {
    return TypeId(static_cast<int32_t>(words_.Get(function)[2 + i]));
  }
  TypeId result(TypeId function, size_t i) const {
    return TypeId(static_cast<int32_t>(
        words_.Get(function)[2 + input_count(function) + i]));
  }

  size_t size() const { return words_.size(); }

  size_t MemoryBytes() const { return words_.MemoryBytes(); }

 private:
  TypeId Make(TypeKind kind, std::span<const int64_t> payload);
  ArrayStore<TypeId, int64_t> words_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_IR_TYPE_H_
