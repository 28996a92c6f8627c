#include "text/write.h"

#include "text/aliases.h"
#include "text/printer.h"
#include "text/ssa_names.h"

namespace shardflow::internal {
namespace {

// Prints the resources, `{-# dialect_resources: ... #-}`, with dialects and
// keys in the order in which they were read.
void PrintResources(Printer& p) {
  const Module& m = p.module();
  if (m.resources.empty()) return;
  p.Text("\n{-#\n  dialect_resources: {");
  NameId dialect;
  for (const Resource& resource : m.resources) {
    if (resource.dialect == dialect) {
      p.Text(",\n");
    } else {
      p.Text(dialect ? "\n    },\n    " : "\n    ");
      p.KeywordOrString(m.names.Get(resource.dialect));
      p.Text(": {\n");
    }
    dialect = resource.dialect;
    p.Text("      ");
    p.KeywordOrString(m.names.Get(resource.key));
    p.Text(": ");
    p.Name(resource.value);
  }
  p.Text("\n    }\n  }\n#-}\n");
}

// If the sink is null, all of the text stays in `out`.
bool PrintModule(const Module& m, const PrintOptions& options,
                 const TextSink* sink, std::string& out) {
  const SsaNames names(m, m.root(), options.generic);
  Aliases aliases;
  const Aliases* used = nullptr;
  if (Aliases::Wanted(m, options)) {
    const TextSink nowhere = [](std::string_view) { return true; };
    std::string ignored;
    Printer collector(m, options, &names, nullptr, ignored, &nowhere);
    collector.CollectAliases(m.root(), aliases);
    used = &aliases;
  }
  Printer p(m, options, &names, used, out, sink);
  if (used != nullptr) p.AliasDefinitions(/*deferred=*/false);
  p.Op(m.root());
  p.Char('\n');
  if (used != nullptr) p.AliasDefinitions(/*deferred=*/true);
  PrintResources(p);
  return sink == nullptr || p.Flush();
}

}  // namespace

void PrintModule(const Module& m, const PrintOptions& options,
                 std::string& out) {
  PrintModule(m, options, nullptr, out);
}

bool PrintModule(const Module& m, const PrintOptions& options,
                 const TextSink& sink) {
  std::string buffer;
  return PrintModule(m, options, &sink, buffer);
}

void PrintType(const Module& m, TypeId type, std::string& out) {
  const PrintOptions options;
  Printer(m, options, nullptr, nullptr, out).Type(type);
}

void PrintAttr(const Module& m, AttrId attr, std::string& out) {
  const PrintOptions options;
  Printer(m, options, nullptr, nullptr, out).Attr(attr);
}

}  // namespace shardflow::internal
