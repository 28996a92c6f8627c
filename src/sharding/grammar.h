#ifndef SHARDFLOW_SHARDING_GRAMMAR_H_
#define SHARDFLOW_SHARDING_GRAMMAR_H_

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "absl/container/inlined_vector.h"
#include <fmt/format.h>

#include "base/intern.h"
#include "base/opt.h"
#include "sharding/print.h"
#include "sharding/sharding.h"
#include "sharding/verify.h"

// The one grammar of meshes, axes and shardings. It is a template over the
// source of its tokens, which is either MLIR's lexer in the middle of a program
// (text/sdy_attrs_parse.cc) or a separate string, such as the value of a flag
// (sharding/parse.h).
//
// A Source has
//
//   size_t Offset();                  // of the next token, in bytes
//   bool Try(char c);                 // consumes c if it comes next
//   bool Expect(char c, std::string_view where);   // an error if it doesn't
//   bool TryWord(std::string_view word);
//   bool ExpectWord(std::string_view word);
//   std::string_view TakeWord();      // the next word; empty if there is none
//   bool Integer(int64_t& value);
//   bool Name(NameId& name);          // "x"
//   bool MeshSymbol(NameId& name);    // @mesh, or an error
//   bool Fail(size_t offset, std::string message, std::string hint = {});
//
// and, for what differs between the two sources:
//
//   // Reads `#...`, an attribute or alias that stands for all of `value`.
//   Opt Whole(T& value);
//   // Returns ok. If it is false, a source for MLIR adds an error of its own.
//   bool Param(bool ok, std::string_view attr, std::string_view param,
//              std::string_view type);
//   // The same, with any message.
//   bool Context(bool ok, std::string_view message);
//   // Where to report an error in something that began at `begin` and was
//   // consumed.
//   size_t Blame(size_t begin);
//   // Reports that CheckMesh (sharding/verify.h) rejected the mesh at `begin`.
//   bool FailMesh(size_t begin, size_t axis, std::string message);
//   // Called before each axis of a mesh, and then before its device_ids.
//   void SawMeshAxis(size_t index, size_t offset);
//   // Called before each axis of a sharding.
//   void SawAxis(AxisListRole role, size_t offset);
//
// On error, functions return false, and the source has recorded the error.

namespace shardflow::internal {

// The list of a sharding in which an axis appears. Only GSPMD's shardings have
// manual axes.
enum class AxisListRole : uint8_t { kDim, kReplicated, kUnreduced, kManual };

struct SubAxisInfo {
  int64_t pre_size = 0;
  int64_t size = 0;
};

template <class Source>
class ShardingGrammar {
 public:
  using AxisRefs = absl::InlinedVector<AxisRef, 8>;

  ShardingGrammar(Source& source, const StringStore& names,
                  ShardingStore& store)
      : s_(source), names_(names), store_(store) {}

  // Parses the numbers of a sub-axis, such as `(1)2`.
  bool SubAxis(SubAxisInfo& info) {
    const Opt whole = s_.Whole(info);
    if (whole != Opt::kAbsent) return whole == Opt::kOk;
    return s_.Expect('(', "to start the pre-size of a sub-axis") &&
           s_.Param(s_.Integer(info.pre_size), "Sdy_SubAxisInfo", "pre_size",
                    "int64_t") &&
           s_.Expect(')', "to end the pre-size") &&
           s_.Param(s_.Integer(info.size), "Sdy_SubAxisInfo", "size",
                    "int64_t");
  }

  // Parses an axis or sub-axis, such as `"a"` or `"a":(1)2`.
  bool Axis(AxisRef& axis) {
    const Opt whole = s_.Whole(axis);
    if (whole != Opt::kAbsent) return whole == Opt::kOk;
    const size_t begin = s_.Offset();
    if (!s_.Param(s_.Name(axis.name), "Sdy_AxisRef", "name",
                  "::llvm::StringRef")) {
      return false;
    }
    axis = AxisRef::Full(axis.name);
    if (!s_.Try(':')) return true;
    SubAxisInfo info;
    if (!s_.Param(SubAxis(info), "Sdy_AxisRef", "sub_axis_info",
                  "SubAxisInfoAttr")) {
      return false;
    }
    axis = AxisRef::Sub(axis.name, info.pre_size, info.size);
    // An AxisRef can't represent `(0)0`, because that is how it stores a full
    // axis.
    if (!axis.IsFull()) return true;
    return s_.Fail(s_.Blame(begin),
                   fmt::format("sub-axis pre-size must be at least 1: {}:(0)0",
                               AxisRefText(axis, names_)));
  }

  // Parses a list of axes without braces, such as `"a", "b":(1)2`.
  bool Axes(AxisListRole role, AxisRefs& axes) {
    return Items([&] {
      s_.SawAxis(role, s_.Offset());
      return Axis(axes.emplace_back());
    });
  }

  // Parses a list of axes in braces, such as `{"a", "b"}`. `attr` and `param`
  // name the attribute and the parameter that contain the list, for errors.
  bool AxesInBraces(std::string_view attr, std::string_view param,
                    bool allow_empty, AxisListId& list) {
    if (!s_.Expect('{', "to start the list of axes")) return false;
    list = ShardingStore::kEmptyAxes;
    if (allow_empty && s_.Try('}')) return true;
    AxisRefs axes;
    if (!s_.Param(Axes(AxisListRole::kDim, axes), attr, param,
                  "::llvm::ArrayRef<AxisRefAttr>")) {
      return false;
    }
    list = store_.InternAxes(axes);
    return s_.Expect('}', "to end the list of axes");
  }

  // Parses one axis of a mesh, such as `"a"=2`.
  bool MeshAxis(internal::MeshAxis& axis) {
    const Opt whole = s_.Whole(axis);
    if (whole != Opt::kAbsent) return whole == Opt::kOk;
    const size_t begin = s_.Offset();
    if (!s_.Param(s_.Name(axis.name), "Sdy_MeshAxis", "name",
                  "::llvm::StringRef") ||
        !s_.Expect('=', "after the name of an axis") ||
        !s_.Param(s_.Integer(axis.size), "Sdy_MeshAxis", "size", "int64_t")) {
      return false;
    }
    const std::optional<Error> wrong = CheckAxisSize(axis.size);
    return !wrong || s_.Fail(begin, wrong->message);
  }

  // Parses the axes of a mesh, such as `["a"=2, "b"=4]`.
  bool MeshAxes(std::vector<internal::MeshAxis>& axes) {
    if (!s_.Expect('[', "to start the axes of the mesh")) return false;
    if (s_.Try(']')) return true;
    const bool ok = Items([&] {
      s_.SawMeshAxis(axes.size(), s_.Offset());
      return MeshAxis(axes.emplace_back());
    });
    return s_.Param(ok, "Sdy_Mesh", "axes", "::llvm::ArrayRef<MeshAxisAttr>") &&
           s_.Expect(']', "to end the axes of the mesh");
  }

  // Parses and verifies a mesh, such as `<["a"=2, "b"=4], device_ids=[1, 0]>`.
  bool Mesh(MeshId& id) {
    const Opt whole = s_.Whole(id);
    if (whole != Opt::kAbsent) return whole == Opt::kOk;
    const size_t begin = s_.Offset();
    internal::Mesh mesh;
    if (!s_.Expect('<', "to start a mesh") || !MeshAxes(mesh.axes)) {
      return false;
    }
    if (s_.Try(',')) {
      s_.SawMeshAxis(mesh.axes.size(), s_.Offset());
      if (!DeviceIds(mesh.device_ids)) return false;
    }
    if (!s_.Expect('>', "to end the mesh")) return false;
    size_t axis = 0;
    if (std::optional<Error> fault = CheckMesh(mesh, names_, &axis)) {
      return s_.FailMesh(begin, axis, std::move(fault->message));
    }
    id = store_.InternMesh(std::move(mesh));
    return true;
  }

  // Parses the mesh of a sharding: `@mesh` or `mesh<[...]>`.
  bool MeshOrSymbol(MeshRef& ref) {
    if (s_.TryWord("mesh")) {
      MeshId mesh;
      if (!s_.Context(Mesh(mesh), "failed to parse MeshAttr")) return false;
      ref = MeshRef::Inlined(mesh);
      return true;
    }
    NameId name;
    if (!s_.MeshSymbol(name)) return false;
    ref = MeshRef::Symbol(name);
    return true;
  }

  // Parses a dimension of a sharding, such as `{"a", "b":(1)2, ?}p1`.
  bool Dim(DimSharding& dim) {
    const Opt whole = s_.Whole(dim);
    if (whole != Opt::kAbsent) return whole == Opt::kOk;
    if (!s_.Expect('{', "to start a dimension")) return false;
    dim = {ShardingStore::kEmptyAxes, 1, kNoPriority};
    AxisRefs axes;
    while (!s_.Try('}')) {
      if (!axes.empty() && !s_.Expect(',', "after an axis")) return false;
      if (s_.Try('?')) {
        dim.closed = 0;
        if (!s_.Expect('}', "after '?'")) return false;
        break;
      }
      s_.SawAxis(AxisListRole::kDim, s_.Offset());
      if (!Axis(axes.emplace_back())) return false;
    }
    if (!axes.empty()) dim.axes = store_.InternAxes(axes);
    return Priority(dim.priority);
  }

  // Parses the dimensions of a sharding, such as `[{"a"}, {?}]`.
  bool Dims(std::vector<DimSharding>& dims) {
    if (!s_.Expect('[', "to start the dimensions")) return false;
    if (s_.Try(']')) return true;
    const bool ok = Items([&] { return Dim(dims.emplace_back()); });
    return s_.Param(ok, "Sdy_TensorSharding", "dim_shardings",
                    "::llvm::ArrayRef<DimensionShardingAttr>") &&
           s_.Expect(']', "to end the dimensions");
  }

  // Parses what follows the mesh in a sharding, such as `[{"a"}, {?}],
  // replicated={"b"}, unreduced=max{"c"}`.
  bool DimsAndLists(TensorSharding& sharding) {
    return Dims(sharding.dims) && Lists(sharding);
  }

  // Parses a sharding, such as `<@mesh, [{"a"}, {?}], replicated={"b"}>`.
  bool Sharding(ShardingId& id) {
    const Opt whole = s_.Whole(id);
    if (whole != Opt::kAbsent) return whole == Opt::kOk;
    TensorSharding sharding;
    if (!s_.Expect('<', "to start a sharding") ||
        !MeshOrSymbol(sharding.mesh) || !s_.Expect(',', "after the mesh") ||
        !DimsAndLists(sharding) || !s_.Expect('>', "to end the sharding")) {
      return false;
    }
    id = store_.Intern(sharding);
    return true;
  }

  // Parses the braces in `replicated={"a"}` or `unreduced=max{"a"}`. They may
  // be empty only if `allow_empty` is set.
  bool NamedAxes(AxisListRole role, bool allow_empty, AxisListId& list) {
    if (!s_.Expect('{', "to start the list of axes")) return false;
    AxisRefs axes;
    if (!allow_empty || !s_.Try('}')) {
      if (!s_.Context(Axes(role, axes),
                      "failed to parse axis list which is expected to be an "
                      "`ArrayRef<AxisRefAttr>`") ||
          !s_.Expect('}', "to end the list of axes")) {
        return false;
      }
    }
    list = store_.InternAxes(axes);
    return true;
  }

  // Parses `sum`, `max`, `min`, or nothing.
  void Reduction(ReductionKind& kind) {
    for (const ReductionKind k :
         {ReductionKind::kSum, ReductionKind::kMax, ReductionKind::kMin}) {
      if (s_.TryWord(ReductionName(k))) {
        kind = k;
        return;
      }
    }
  }

 private:
  // Parses `item (, item)*`.
  template <class Fn>
  bool Items(Fn item) {
    do {
      if (!item()) return false;
    } while (s_.Try(','));
    return true;
  }

  // Parses a list of device ids, such as `device_ids=[1, 0]`.
  bool DeviceIds(std::vector<int64_t>& ids) {
    if (!s_.ExpectWord("device_ids") || !s_.Expect('=', "after 'device_ids'") ||
        !s_.Expect('[', "to start the device ids")) {
      return false;
    }
    const bool ok = Items([&] { return s_.Integer(ids.emplace_back()); });
    return s_.Param(ok, "Sdy_Mesh", "device_ids",
                    "::llvm::ArrayRef<int64_t>") &&
           s_.Expect(']', "to end the device ids");
  }

  // Parses a priority, such as `p1`, or nothing.
  bool Priority(int32_t& priority) {
    const size_t begin = s_.Offset();
    const std::string_view word = s_.TakeWord();
    if (word.empty()) return true;
    const auto fail = [&](std::string_view message) {
      return s_.Fail(s_.Blame(begin), fmt::format("{}: {}", message, word));
    };
    const std::string_view digits = word.substr(1);
    if (word[0] != 'p' || digits.empty() ||
        digits.find_first_not_of("0123456789") != std::string_view::npos) {
      return fail("expecting priority in format 'p<number>', got");
    }
    if (digits[0] == '0' && digits.size() > 1) {
      return fail("priorities with leading zeros are not allowed, got");
    }
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), priority);
    if (error == std::errc()) return true;
    return fail("expecting integer priority, got");
  }

  // Parses the lists after the dimensions, such as `, replicated={"a"},
  // unreduced=max{"b"}`: each at most once, in any order.
  bool Lists(TensorSharding& sharding) {
    sharding.replicated = sharding.unreduced = AxisListId::None();
    while (s_.Try(',')) {
      if (sharding.replicated.IsNone() && s_.TryWord("replicated")) {
        if (!s_.Context(s_.Expect('=', "before the list of axes") &&
                            NamedAxes(AxisListRole::kReplicated, false,
                                      sharding.replicated),
                        "failed to parse Sdy_TensorSharding parameter "
                        "'replicated_axes'")) {
          return false;
        }
      } else if (sharding.unreduced.IsNone() && s_.TryWord("unreduced")) {
        // Shardy also accepts `unreduced {"a"}`, without '='.
        if (s_.Try('=')) Reduction(sharding.reduction);
        if (!s_.Context(
                NamedAxes(AxisListRole::kUnreduced, false, sharding.unreduced),
                "failed to parse Sdy_TensorSharding parameter "
                "'unreduced_axes'")) {
          return false;
        }
      } else {
        return s_.Fail(s_.Offset(),
                       "failed to parse Sdy_TensorSharding, expected valid "
                       "named axis list after comma",
                       "such as replicated={\"x\"} or unreduced={\"x\"}");
      }
    }
    return true;
  }

  Source& s_;
  const StringStore& names_;
  ShardingStore& store_;
};

}  // namespace shardflow::internal

#endif  // SHARDFLOW_SHARDING_GRAMMAR_H_
