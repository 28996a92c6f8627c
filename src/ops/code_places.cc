#include "ops/code_places.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "ops/functions.h"
#include "ops/user_names.h"

namespace shardflow::internal {
namespace {

// A source file whose path contains one of these folders belongs to a library.
// ("/jax/" isn't among them, because users may have a folder of that name.)
constexpr std::array<std::string_view, 11> kLibraryFolders = {
    "/site-packages/", "/dist-packages/", "/flax/core/", "/flax/linen/",
    "/flax/nnx/",      "/optax/",         "/jax/_src/",  "/haiku/_src/",
    "/equinox/",       "/torch_xla/",     "/torchax/"};

// Transformations of JAX, which appear around a step: "transpose(jvp(block0))".
constexpr std::array<std::string_view, 9> kTransforms = {
    "jit",        "jvp",        "transpose", "vmap",      "pmap",
    "checkpoint", "custom_jvp", "remat",     "custom_vjp"};

constexpr int kMaxNameSteps = 4096;

// Removes transformations from a step: "jvp(block0)" becomes "block0". Sets
// `backward` if one of them is "transpose".
std::string_view Unwrapped(std::string_view step, bool& backward) {
  while (step.ends_with(')')) {
    const size_t open = step.find('(');
    if (open == std::string_view::npos) break;
    const std::string_view head = step.substr(0, open);
    if (std::find(kTransforms.begin(), kTransforms.end(), head) ==
        kTransforms.end()) {
      break;
    }
    backward |= head == "transpose";
    step = step.substr(open + 1, step.size() - open - 2);
  }
  return step;
}

}  // namespace

std::vector<CodeFrame> FramesOf(const Module& m, Loc loc) {
  std::vector<CodeFrame> frames;
  if (!loc.IsAttr()) return frames;
  // A location to visit, and the name of the function that contains its file
  // location.
  struct Entry {
    AttrId at;
    std::string_view function;
  };
  std::vector<Entry> stack = {{loc.attr(), {}}};
  // Locations can share parts, so even a short text can take an enormous number
  // of steps to visit.
  for (int steps = 0; steps < kMaxNameSteps && !stack.empty(); ++steps) {
    const auto [at, function] = stack.back();
    stack.pop_back();
    if (at.IsNone()) continue;
    switch (m.attrs.kind(at)) {
      case AttrKind::kLocFile: {
        const auto place = m.attrs.As<LocFileAttr>(at);
        frames.push_back({function, m.names.Get(place.file),
                          static_cast<int>(place.line),
                          static_cast<int>(place.column)});
        break;
      }
      case AttrKind::kLocName: {
        const auto named = m.attrs.As<LocNameAttr>(at);
        stack.push_back({named.child, m.names.Get(named.name)});
        break;
      }
      case AttrKind::kLocCallSite: {
        const auto call = m.attrs.As<LocCallSiteAttr>(at);
        stack.push_back({call.caller, {}});
        stack.push_back({call.callee, {}});
        break;
      }
      case AttrKind::kLocFused: {
        const WordList<AttrId> locs = m.attrs.As<LocFusedAttr>(at).locs;
        if (locs.size() > 0) stack.push_back({locs[0], function});
        break;
      }
      default:
        break;
    }
  }
  return frames;
}

bool IsLibraryFile(std::string_view file) {
  if (file.starts_with('<')) return true;  // "<frozen runpy>"
  return std::any_of(kLibraryFolders.begin(), kLibraryFolders.end(),
                     [&](std::string_view folder) {
                       return file.find(folder) != std::string_view::npos ||
                              file.starts_with(folder.substr(1));
                     });
}

SourcePlace UserPlace(const Module& m, Loc loc) {
  for (const CodeFrame& frame : FramesOf(m, loc)) {
    if (IsLibraryFile(frame.file)) continue;
    return {std::string(frame.file), frame.line, frame.column};
  }
  return m.Place(loc);
}

std::string_view NameStack(const Module& m, Loc loc) {
  if (!loc.IsAttr() || !m.attrs.Is(loc.attr(), AttrKind::kLocName)) return {};
  return m.names.Get(m.attrs.As<LocNameAttr>(loc.attr()).name);
}

std::string ValueLabel(const Module& m, ValueId value) {
  if (const OpId def = m.def(value)) {
    return StackLabel(NameStack(m, m.loc(def)));
  }
  const BlockId block = m.arg_block(value);
  const OpId home = block ? m.parent_op(block) : OpId::None();
  if (!home || !IsFunction(m, home)) return "";
  return std::string(LocName(m, m.arg_loc(value)));
}

std::string StackLabel(std::string_view stack) {
  std::string label;
  bool first = true, backward = false;
  while (!stack.empty()) {
    // A slash inside parentheses doesn't end the step.
    size_t end = 0;
    for (int depth = 0; end < stack.size(); ++end) {
      if (stack[end] == '(') ++depth;
      if (stack[end] == ')') --depth;
      if (stack[end] == '/' && depth <= 0) break;
    }
    const std::string_view step = stack.substr(0, end);
    stack.remove_prefix(std::min(end + 1, stack.size()));
    // The outermost jit is the program itself.
    const bool program = first && !stack.empty() && step.starts_with("jit(");
    first = false;
    const std::string_view name = Unwrapped(step, backward);
    if (program || name.empty()) continue;
    if (!label.empty()) label += '/';
    label += name;
  }
  if (backward) label.insert(0, kBackward);
  return label;
}

Loc CalledLoc(Module& m, Loc callee, Loc call) {
  constexpr size_t kLongest = 1024;  // calls may nest deeply
  const std::string_view outer = NameStack(m, call);
  const std::string_view inner = NameStack(m, callee);
  if (outer.empty() || inner.empty() ||
      outer.size() + inner.size() > kLongest || !FramesOf(m, callee).empty()) {
    return callee;
  }
  const std::string stack = std::string(outer) + "/" + std::string(inner);
  AttrId frames = m.attrs.As<LocNameAttr>(call.attr()).child;
  if (frames.IsNone()) frames = m.attrs.Make(LocUnknownAttr{});
  const AttrId site = m.attrs.Make(LocCallSiteAttr{callee.attr(), frames});
  return Loc::Attr(m.attrs.Make(LocNameAttr{m.names.Intern(stack), site}));
}

Loc LocBeforeCall(const Module& m, Loc loc) {
  if (!loc.IsAttr() || !m.attrs.Is(loc.attr(), AttrKind::kLocName)) return {};
  const AttrId site = m.attrs.As<LocNameAttr>(loc.attr()).child;
  if (!m.attrs.Is(site, AttrKind::kLocCallSite)) return {};
  const Loc callee = Loc::Attr(m.attrs.As<LocCallSiteAttr>(site).callee);
  // In a call site made by CalledLoc, the callee has a name stack but no
  // frames. In JAX's own call sites, it has frames.
  const bool is_ours =
      !NameStack(m, callee).empty() && FramesOf(m, callee).empty();
  return is_ours ? callee : Loc();
}

std::string_view ScopeOfLabel(std::string_view label) {
  const size_t slash = label.rfind('/');
  return slash == std::string_view::npos ? std::string_view()
                                         : label.substr(0, slash);
}

}  // namespace shardflow::internal
