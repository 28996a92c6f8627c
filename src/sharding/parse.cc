#include "sharding/parse.h"

#include <utility>

#include <fmt/format.h>

#include "sharding/verify.h"

namespace shardflow::internal {
namespace {

using Grammar = ShardingGrammar<ScannerSource>;

// Skips `sdy.mesh @name =`, `#sdy.mesh` or `mesh`, if it is there.
bool SkipMeshPrefix(Scanner& s, ScannerSource& source) {
  if (s.Try("#")) {
    return (s.TryWord("sdy") && s.Try(".") && s.TryWord("mesh")) ||
           s.FailHere("expected 'sdy.mesh'");
  }
  if (s.TryWord("sdy") && !(s.Try(".") && s.TryWord("mesh"))) {
    return s.FailHere("expected 'sdy.mesh'");
  }
  s.TryWord("mesh");
  std::string name;
  if (!s.Try("@")) return true;
  return source.Symbol(name) && s.Expect("=", "after the name of the mesh");
}

// Whether the text is a list of shardings, which begins with `[<`. (The
// dimensions of a single sharding begin with `[{` or `[]`.)
bool StartsList(std::string_view text) {
  Error ignored;
  Scanner s(text, ignored);
  return s.Try("[") && s.Next() == '<';
}

class ShardingsParser {
 public:
  ShardingsParser(std::string_view text, StringStore& names,
                  ShardingStore& store, Error& error)
      : text_(text),
        s_(text, error),
        source_(s_, names, /*priorities=*/true),
        grammar_(source_, names, store),
        store_(store) {}

  bool Parse(std::optional<MeshRef> mesh, ParsedShardings& shardings) {
    return ParseAny(mesh, shardings) && s_.ExpectEnd();
  }

 private:
  bool ParseAny(std::optional<MeshRef> mesh, ParsedShardings& shardings) {
    if (s_.Try("#")) {
      if (!s_.TryWord("sdy") || !s_.Try(".")) {
        return s_.FailHere("expected 'sdy.'");
      }
      if (s_.TryWord("sharding_per_value")) {
        return s_.Expect("<", "to start the list") && ParseList(shardings) &&
               s_.Expect(">", "to end the list");
      }
      if (!s_.TryWord("sharding")) return s_.FailHere("expected 'sharding'");
      return ParseOne(shardings);
    }
    if (StartsList(text_)) return ParseList(shardings);
    if (s_.Next() == '<' || !mesh) return ParseOne(shardings);
    TensorSharding sharding;
    sharding.mesh = *mesh;
    const size_t offset = s_.Offset();
    if (!grammar_.DimsAndLists(sharding)) return false;
    Add(store_.Intern(sharding), offset, shardings);
    return true;
  }

  bool ParseOne(ParsedShardings& shardings) {
    const size_t offset = s_.Offset();
    ShardingId id;
    if (!grammar_.Sharding(id)) return false;
    Add(id, offset, shardings);
    return true;
  }

  bool ParseList(ParsedShardings& shardings) {
    shardings.is_list = true;
    if (!s_.Expect("[", "to start the list of shardings")) return false;
    do {
      if (!ParseOne(shardings)) return false;
    } while (s_.Try(","));
    return s_.Expect("]", "to end the list of shardings");
  }

  void Add(ShardingId id, size_t offset, ParsedShardings& shardings) {
    shardings.items.push_back({id, offset, source_.TakeAxisOffsets()});
  }

  std::string_view text_;
  Scanner s_;
  ScannerSource source_;
  Grammar grammar_;
  ShardingStore& store_;
};

}  // namespace

bool ScannerSource::ExpectWord(std::string_view word) {
  return s_.TryWord(word) || s_.FailHere(fmt::format("expected '{}'", word));
}

std::string_view ScannerSource::TakeWord() {
  const std::string_view word =
      priorities_ ? s_.NextWord() : std::string_view();
  if (!word.empty()) s_.TryWord(word);
  return word;
}

bool ScannerSource::Name(NameId& name) {
  std::string text;
  if (!s_.String(text)) return false;
  name = names_.Intern(text);
  return true;
}

bool ScannerSource::Symbol(std::string& name) {
  if (s_.Next() == '"') return s_.String(name);
  const size_t begin = s_.Offset();
  if (s_.NextWord().empty()) return s_.FailHere("expects a name after '@'");
  // Names in MLIR may also contain '$', '.' and '-'.
  do {
    s_.TryWord(s_.NextWord());
  } while (s_.Try("$") || s_.Try(".") || s_.Try("-"));
  name = s_.TextFrom(begin);
  return true;
}

bool ScannerSource::MeshSymbol(NameId& name) {
  if (!s_.Try("@")) {
    return s_.FailHere("expected a mesh: @name or mesh<[...]>");
  }
  std::string text;
  if (!Symbol(text)) return false;
  name = names_.Intern(text);
  return true;
}

bool ScannerSource::FailMesh(size_t begin, size_t axis, std::string message) {
  const bool known = axis < mesh_axes_.size();
  return Fail(known ? mesh_axes_[axis] : begin, std::move(message));
}

std::vector<size_t> ScannerSource::TakeAxisOffsets() {
  std::vector<size_t> offsets;
  for (std::vector<size_t>& list : axes_) {
    offsets.insert(offsets.end(), list.begin(), list.end());
    list.clear();
  }
  return offsets;
}

std::optional<MeshId> ParseMesh(std::string_view text, StringStore& names,
                                ShardingStore& store, Error& error) {
  Scanner s(text, error);
  ScannerSource source(s, names, /*priorities=*/false);
  MeshId mesh;
  if (!SkipMeshPrefix(s, source) || !Grammar(source, names, store).Mesh(mesh)) {
    return std::nullopt;
  }
  if (!s.AtEnd()) {
    s.FailHere("unexpected text after the mesh");
    return std::nullopt;
  }
  return mesh;
}

std::optional<ParsedShardings> ParseShardings(std::string_view text,
                                              std::optional<MeshRef> mesh,
                                              StringStore& names,
                                              ShardingStore& store,
                                              Error& error) {
  ParsedShardings shardings;
  if (!ShardingsParser(text, names, store, error).Parse(mesh, shardings)) {
    return std::nullopt;
  }
  return shardings;
}

bool CheckParsed(const ParsedSharding& sharding, const Mesh& mesh,
                 std::span<const AxisRef> manual, const ShardingStore& store,
                 const StringStore& names, Error& error) {
  AxisChecker checker(mesh, names);
  std::optional<Error> fault =
      CheckAxes(store.Get(sharding.id), store, checker);
  // Manual axes may be in any order and needn't be merged, so they are added
  // one by one: the checker then sees no neighbours.
  for (size_t i = 0; !fault && i < manual.size(); ++i) {
    fault = checker.Add(manual.subspan(i, 1));
  }
  if (!fault) fault = checker.CheckSubAxes();
  if (!fault) return true;
  const size_t axis = checker.blamed();
  return error.Set(axis < sharding.axis_offsets.size()
                       ? sharding.axis_offsets[axis]
                       : sharding.offset,
                   std::move(fault->message), fault->hint);
}

}  // namespace shardflow::internal
