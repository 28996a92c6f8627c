#include <cstdint>
#include <optional>
#include <utility>

#include "api/c_common.h"
#include "api/extend.h"
#include "shardflow/passes.h"

using shardflow::Program;
using shardflow::internal::c::Complete;
using shardflow::internal::c::Report;
using shardflow::internal::c::View;
using shardflow::internal::c::Whole;

namespace {

shardflow::WriteOptions ToWriteOptions(const shardflow_print_options& options) {
  return {.debug_info = options.debug_info,
          .local_scope = options.local_scope,
          .generic_form = options.generic_form,
          .json = options.json};
}

bool ToReadOptions(const shardflow_read_options* given,
                   shardflow::ReadOptions& out, Report& report) {
  shardflow_read_options options;
  if (!Complete(given, options, report)) return false;
  out.allow_unregistered_dialect = options.allow_unregistered_dialect;
  out.verify = !options.skip_verification;
  out.first_line = options.first_line == 0 ? 1 : options.first_line;
  out.keep_names = options.keep_names;
  return true;
}

bool RunPass(shardflow_program* program, const char* pass,
             const char* pass_options, const shardflow_run_options* given,
             Report& report) {
  shardflow::RunOptions run_options;
  if (!report.MayChange(program) || !report.Has(pass, "pass") ||
      !shardflow::internal::c::ToRunOptions(given, run_options, report)) {
    return false;
  }
  return program->program->Run(pass, View(pass_options), run_options,
                               report.messages());
}

// Calls a function of shardflow/passes.h with default options, except `run`.
template <class Options>
bool RunStep(bool (*step)(Program&, const Options&,
                          std::vector<shardflow::Message>&),
             shardflow_program* program, const shardflow_run_options* given,
             Report& report) {
  Options options;
  return report.MayChange(program) &&
         shardflow::internal::c::ToRunOptions(given, options.run, report) &&
         step(*program->program, options, report.messages());
}

}  // namespace

shardflow_program* shardflow_program_read(const char* name, const char* text,
                                          size_t size,
                                          const shardflow_read_options* options,
                                          shardflow_messages* messages) {
  Report report(__func__, messages);
  shardflow::ReadOptions read;
  if (!report.Has(text, "text") || !ToReadOptions(options, read, report)) {
    return nullptr;
  }
  std::optional<Program> program =
      Program::Read(std::string(View(name)), std::string(text, size), read,
                    report.messages());
  return program ? new shardflow_program(*std::move(program)) : nullptr;
}

shardflow_program* shardflow_program_clone(const shardflow_program* program) {
  if (!shardflow::internal::c::IsUsable(program)) return nullptr;
  if (program->session != nullptr) {
    return new shardflow_program(program->CopyShown());
  }
  auto* const copy = new shardflow_program(program->program->Clone());
  if (program->registry) {
    copy->registry =
        shardflow::internal::OpRegistryAccess::Share(*program->registry);
  }
  return copy;
}

void shardflow_program_destroy(shardflow_program* program) { delete program; }

bool shardflow_program_set_registry(shardflow_program* program,
                                    const shardflow_registry* registry,
                                    shardflow_messages* messages) {
  Report report(__func__, messages);
  if (!report.Has(program)) return false;
  program->registry.reset();
  if (registry != nullptr) {
    program->registry =
        shardflow::internal::OpRegistryAccess::Share(registry->registry);
  }
  return true;
}

bool shardflow_program_run(shardflow_program* program, const char* pass,
                           const char* pass_options,
                           const shardflow_run_options* options,
                           shardflow_messages* messages) {
  Report report(__func__, messages);
  return RunPass(program, pass, pass_options, options, report);
}

bool shardflow_program_propagate(shardflow_program* program,
                                 const shardflow_run_options* options,
                                 shardflow_messages* messages) {
  Report report(__func__, messages);
  return RunStep(&shardflow::Propagate, program, options, report);
}

bool shardflow_program_insert_reshards(shardflow_program* program,
                                       const shardflow_run_options* options,
                                       shardflow_messages* messages) {
  Report report(__func__, messages);
  return RunStep(&shardflow::InsertReshards, program, options, report);
}

bool shardflow_program_lower_to_collectives(
    shardflow_program* program, const shardflow_run_options* options,
    shardflow_messages* messages) {
  Report report(__func__, messages);
  return RunStep(&shardflow::LowerToCollectives, program, options, report);
}

bool shardflow_program_partition(shardflow_program* program,
                                 const shardflow_partition_options* given,
                                 shardflow_messages* messages) {
  Report report(__func__, messages);
  shardflow::PartitionOptions options;
  return report.MayChange(program) &&
         shardflow::internal::c::ToPartitionOptions(given, options, report) &&
         shardflow::Partition(*program->program, options, report.messages());
}

bool shardflow_is_pass(const char* name) {
  return name != nullptr && shardflow::IsPass(name);
}

bool shardflow_parse_compat(const char* name, shardflow_compat* compat) {
  if (name == nullptr || compat == nullptr) return false;
  const std::optional<shardflow::CompatMode> mode =
      shardflow::ParseCompatMode(name);
  if (!mode) return false;
  *compat = *mode == shardflow::CompatMode::kJaxlib012
                ? SHARDFLOW_COMPAT_JAXLIB_0_12
                : SHARDFLOW_COMPAT_SHARDY_2026_08;
  return true;
}

char* shardflow_program_print(const shardflow_program* program,
                              const shardflow_print_options* given,
                              size_t* size) {
  if (size != nullptr) *size = 0;
  Report report(__func__, nullptr);
  shardflow_print_options options;
  if (!report.Has(program) || !Complete(given, options, report)) {
    return nullptr;
  }
  const std::string text = Whole(*program)->Write(ToWriteOptions(options));
  if (size != nullptr) *size = text.size();
  return shardflow::internal::c::NewText(text);
}

char* shardflow_program_write_artifact(const shardflow_program* program,
                                       const char* version, size_t* size,
                                       shardflow_messages* messages) {
  if (size != nullptr) *size = 0;
  Report report(__func__, messages);
  if (!report.Has(program) || !report.Has(size, "size")) return nullptr;
  const std::optional<std::string> bytes =
      Whole(*program)->WriteArtifact(View(version), report.messages());
  if (!bytes) return nullptr;
  *size = bytes->size();
  return shardflow::internal::c::NewText(*bytes);
}

bool shardflow_program_print_to(const shardflow_program* program,
                                const shardflow_print_options* given,
                                shardflow_sink sink, void* user) {
  Report report(__func__, nullptr);
  shardflow_print_options options;
  if (!report.Has(program) || sink == nullptr ||
      !Complete(given, options, report)) {
    return false;
  }
  return Whole(*program)->Write(
      [&](std::string_view piece) {
        return sink(user, piece.data(), piece.size());
      },
      ToWriteOptions(options));
}

int64_t shardflow_program_op_count(const shardflow_program* program) {
  if (!shardflow::internal::c::IsUsable(program)) return 0;
  return Whole(*program)->OpCount();
}
