// Calls the C API in any order, with handles of any object, including destroyed
// ones, and with NULL. No sequence of calls may end the process, and a program
// that still works afterwards must print as text that reads back.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/bytes.h"
#include "fuzz/program.h"
#include "fuzz/targets.h"
#include "shardflow/c.h"

namespace shardflow::internal::fuzz {
namespace {

constexpr const char* kShardings[] = {
    nullptr,
    "#sdy.sharding<@mesh, [{\"x\"}, {?}]>",
    "#sdy.sharding<@mesh, [{}, {\"y\"}]>",
    "#sdy.sharding<@mesh, [{\"x\"}]>",
    "#sdy.sharding<@mesh, [{\"x\", \"x\"}, {}]>",
    "#sdy.sharding<@other, [{}, {}]>",
    "#sdy.sharding<@mesh, []>",
    "[{\"x\"}]",
    "",
};
constexpr const char* kPasses[] = {
    "sdy-propagation-pipeline",
    "sdy-import-pipeline",
    "sdy-user-priority-propagate",
    "sdy-insert-explicit-reshards",
    "sdy-reshard-to-collectives",
    "sdy-close-shardings",
    "canonicalize",
    "no-such-pass",
    nullptr,
};
constexpr const char* kTypes[] = {
    "tensor<8x8xf32>", "tensor<8xf32>", "tensor<?xf32>", "f32",
    "tensor<",         nullptr,
};
constexpr const char* kOps[] = {
    "stablehlo.add", "stablehlo.negate", "my.op", "stablehlo.while",
    "sdy.mesh",      "func.func",        "",      nullptr,
};
constexpr int kNumbers[] = {0, 1, 2, -1, 70000, INT32_MAX, INT32_MIN};
constexpr size_t kCounts[] = {0, 1, 3, 8};

// The objects that the calls work on. Values and ops stay in their lists when
// their program is destroyed: their handles then refer to nothing. A destroyed
// object itself must no longer be used.
class Machine {
 public:
  explicit Machine(Bytes& bytes) : b_(bytes) {
    messages_ = shardflow_messages_create();
    registry_ = shardflow_registry_create();
    programs_.fill(nullptr);
  }
  ~Machine() {
    for (shardflow_program* program : programs_) {
      CheckPrinted(program);
      shardflow_program_destroy(program);
    }
    shardflow_session_destroy(session_);
    shardflow_builder_destroy(builder_);
    shardflow_registry_destroy(registry_);
    shardflow_messages_destroy(messages_);
  }
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  void Run() {
    constexpr void (Machine::*kCalls[])() = {
        &Machine::ReadProgram, &Machine::CopyProgram, &Machine::RunPass,
        &Machine::Print,       &Machine::Walk,        &Machine::AskOps,
        &Machine::AskValues,   &Machine::Annotate,    &Machine::Session,
        &Machine::Build,       &Machine::Rules,       &Machine::Reshard,
        &Machine::Gspmd,       &Machine::Requests,
    };
    ReadProgram();
    for (int i = 0; i < 60 && !b_.empty(); ++i) {
      (this->*kCalls[b_.Choose(std::size(kCalls))])();
    }
  }

 private:
  template <class T, size_t size>
  T OneOf(const T (&items)[size]) {
    return items[b_.Choose(size)];
  }
  shardflow_messages* Messages() { return b_.Maybe(32) ? nullptr : messages_; }
  shardflow_program*& Program() {
    return programs_[b_.Choose(programs_.size())];
  }
  // Returns a handle that was seen before, sometimes changed to refer to
  // something else.
  template <class Handle>
  Handle Some(const std::vector<Handle>& seen) {
    Handle handle{};
    if (!seen.empty()) handle = seen[b_.Choose(seen.size())];
    if (b_.Maybe(24)) handle.index = OneOf(kNumbers);
    if (b_.Maybe(8)) handle.origin += 1 + b_.Choose(3);
    return handle;
  }
  template <class Handle>
  static void Keep(std::vector<Handle>& seen, const Handle* found,
                   size_t count) {
    constexpr size_t kMost = 200;
    for (size_t i = 0; i < count && seen.size() < kMost; ++i) {
      seen.push_back(found[i]);
    }
  }

  void ReadProgram() {
    shardflow_program*& program = Program();
    shardflow_program_destroy(program);
    const std::string text =
        b_.Maybe(64)
            ? MakeProgram(b_)
            : std::string(
                  "sdy.mesh @mesh = <[\"x\"=2, \"y\"=4]>\n"
                  "func.func @main(%a: tensor<8x8xf32> {sdy.sharding = "
                  "#sdy.sharding<@mesh, [{\"x\"}, {?}]>}, %b: tensor<8x8xf32>) "
                  "-> "
                  "tensor<8x8xf32> {\n"
                  "  %0 = stablehlo.add %a, %b : tensor<8x8xf32>\n"
                  "  %1 = \"my.op\"(%0) : (tensor<8x8xf32>) -> "
                  "tensor<8x8xf32>\n"
                  "  %2 = call @f(%1) : (tensor<8x8xf32>) -> tensor<8x8xf32>\n"
                  "  return %2 : tensor<8x8xf32>\n}\n"
                  "func.func private @f(%a: tensor<8x8xf32>) -> "
                  "tensor<8x8xf32> {\n"
                  "  %0 = stablehlo.negate %a : tensor<8x8xf32>\n"
                  "  return %0 : tensor<8x8xf32>\n}\n");
    shardflow_read_options options{};
    options.struct_size = sizeof(options);
    options.allow_unregistered_dialect = true;
    program = shardflow_program_read("p.mlir", text.data(), text.size(),
                                     &options, Messages());
    Walk(program);
  }

  void CopyProgram() {
    shardflow_program* const copy = shardflow_program_clone(Program());
    shardflow_program*& to = Program();
    shardflow_program_destroy(to);
    to = copy;
  }

  void RunPass() {
    shardflow_run_options options{};
    options.struct_size = sizeof(options);
    options.registry = b_.Maybe(128) ? registry_ : nullptr;
    options.compat = b_.Maybe(64) ? SHARDFLOW_COMPAT_JAXLIB_0_12
                                  : SHARDFLOW_COMPAT_SHARDY_2026_08;
    options.extra_rules = b_.Maybe(32);
    const char* const pass = OneOf(kPasses);
    const char* const pass_options = b_.Maybe(32) ? "no-such=option" : nullptr;
    (void)shardflow_program_run(Program(), pass, pass_options,
                                b_.Maybe(128) ? &options : nullptr, Messages());
  }

  void Print() {
    shardflow_print_options options{};
    options.struct_size = sizeof(options);
    options.debug_info = b_.Maybe(128);
    options.generic_form = b_.Maybe(64);
    size_t size = 0;
    shardflow_free(shardflow_program_print(Program(), &options, &size));
    options.json = true;
    shardflow_free(shardflow_program_print(Program(), &options, nullptr));
    (void)shardflow_program_op_count(Program());
  }

  void Walk() { Walk(Program()); }
  void Walk(const shardflow_program* program) {
    std::array<shardflow_op, 8> ops{};
    std::array<shardflow_value, 8> values{};
    Keep(ops_, ops.data(),
         std::min(ops.size(), shardflow_program_functions(program, ops.data(),
                                                          ops.size())));
    const shardflow_op main = shardflow_program_find_function(program, "main");
    const shardflow_block body = shardflow_op_body(program, main);
    blocks_.push_back(body);
    Keep(ops_, ops.data(),
         std::min(ops.size(),
                  shardflow_block_ops(program, body, ops.data(), ops.size())));
    Keep(values_, values.data(),
         std::min(values.size(),
                  shardflow_block_arguments(program, body, values.data(),
                                            values.size())));
    Keep(values_, values.data(),
         std::min(values.size(),
                  shardflow_function_returned(program, main, values.data(),
                                              values.size())));
  }

  void AskOps() {
    const shardflow_program* const program = Program();
    const shardflow_op op = Some(ops_);
    std::array<shardflow_value, 8> values{};
    std::array<shardflow_block, 8> blocks{};
    shardflow_free(shardflow_op_name(program, op));
    shardflow_free(shardflow_op_symbol(program, op));
    shardflow_free(shardflow_op_attribute(program, op, OneOf(kOps)));
    shardflow_free(
        shardflow_function_result_sharding(program, op, OneOf(kNumbers)));
    size_t count = shardflow_op_operands(program, op, values.data(), 8);
    Keep(values_, values.data(), std::min<size_t>(count, 8));
    count = shardflow_op_results(program, op, values.data(), 8);
    Keep(values_, values.data(), std::min<size_t>(count, 8));
    (void)shardflow_op_region_count(program, op);
    count = shardflow_op_blocks(program, op, OneOf(kNumbers), blocks.data(), 8);
    Keep(blocks_, blocks.data(), std::min<size_t>(count, 8));
    std::array<shardflow_op, 8> ops{};
    count = shardflow_block_ops(program, Some(blocks_), ops.data(), 8);
    Keep(ops_, ops.data(), std::min<size_t>(count, 8));
  }

  void AskValues() {
    const shardflow_program* const program = Program();
    const shardflow_value value = Some(values_);
    std::array<int64_t, 8> shape{};
    std::array<shardflow_op, 8> users{};
    (void)shardflow_value_defining_op(program, value);
    (void)shardflow_value_users(program, value, users.data(), OneOf(kCounts));
    shardflow_free(shardflow_value_type(program, value));
    shardflow_free(shardflow_value_sharding(program, value));
    (void)shardflow_value_shape(program, value, shape.data(), OneOf(kCounts));
    (void)shardflow_value_local_shape(program, value, shape.data(),
                                      OneOf(kCounts));
    (void)shardflow_value_slices(program, value, nullptr, nullptr, nullptr,
                                 OneOf(kCounts));
  }

  void Annotate() {
    (void)shardflow_value_set_sharding(Program(), Some(values_),
                                       OneOf(kShardings), Messages());
    (void)shardflow_function_set_result_sharding(
        Program(), Some(ops_), OneOf(kNumbers), OneOf(kShardings), Messages());
  }

  void Session() {
    if (session_ == nullptr || b_.Maybe(48)) {
      shardflow_session_destroy(session_);
      shardflow_session_options options{};
      options.struct_size = sizeof(options);
      options.imported = b_.Maybe(128);
      session_ = shardflow_session_create(Program(), &options, Messages());
      return;
    }
    (void)shardflow_session_set_sharding(session_, Some(values_),
                                         OneOf(kShardings), Messages());
    (void)shardflow_session_set_result_sharding(
        session_, Some(ops_), OneOf(kNumbers), OneOf(kShardings), Messages());
    if (b_.Maybe(64)) EditSession();
    if (b_.Maybe(128)) (void)shardflow_session_propagate(session_, Messages());
    shardflow_free(shardflow_session_explain(session_, Some(values_), nullptr,
                                             Messages()));
    const shardflow_program* const now = shardflow_session_program(session_);
    shardflow_free(shardflow_value_sharding(now, Some(values_)));
    (void)shardflow_session_get_stats(session_);
    if (b_.Maybe(64)) {
      shardflow_program*& to = Program();
      shardflow_program_destroy(to);
      to = shardflow_program_clone(now);
    }
  }

  void EditSession() {
    const shardflow_value operand = Some(values_);
    const char* const type = OneOf(kTypes);
    shardflow_op_spec spec{};
    spec.struct_size = sizeof(spec);
    spec.name = OneOf(kOps);
    spec.operands = &operand;
    spec.operand_count = b_.Choose(2);
    spec.result_types = &type;
    spec.result_count = b_.Choose(2);
    const shardflow_op op =
        shardflow_session_add_op(session_, Some(ops_), &spec, Messages());
    ops_.push_back(op);
    Walk(shardflow_session_annotated(session_));
    (void)shardflow_session_set_operand(session_, Some(ops_), OneOf(kNumbers),
                                        Some(values_), Messages());
    (void)shardflow_session_replace_uses(session_, Some(values_), Some(values_),
                                         Messages());
    (void)shardflow_session_erase_op(session_, Some(ops_), Messages());
  }

  void Build() {
    if (builder_ == nullptr) builder_ = shardflow_builder_create();
    const shardflow_mesh_axis axes[] = {{"x", 2},
                                        {OneOf(kOps), OneOf(kNumbers)}};
    (void)shardflow_builder_add_mesh(builder_, "mesh", axes, b_.Choose(3),
                                     nullptr, 0);
    const char* const types[] = {kTypes[0], OneOf(kTypes)};
    const shardflow_op function = shardflow_builder_add_function(
        builder_, OneOf(kOps), types, b_.Choose(3), b_.Maybe(64));
    const shardflow_block body = shardflow_builder_body(builder_, function);
    const shardflow_value argument =
        shardflow_builder_argument(builder_, body, OneOf(kNumbers));
    const shardflow_value operands[] = {argument, Some(values_)};
    shardflow_op_spec spec{};
    spec.struct_size = sizeof(spec);
    spec.name = OneOf(kOps);
    spec.operands = operands;
    spec.operand_count = b_.Choose(3);
    spec.result_types = types;
    spec.result_count = b_.Choose(3);
    spec.regions = OneOf(kNumbers);
    const shardflow_op op = shardflow_builder_add_op(builder_, body, &spec);
    const shardflow_value result =
        shardflow_builder_result(builder_, op, OneOf(kNumbers));
    (void)shardflow_builder_set_sharding(builder_, result, OneOf(kShardings));
    (void)shardflow_builder_constrain(builder_, body, result,
                                      OneOf(kShardings));
    (void)shardflow_builder_barrier(builder_, body, result,
                                    SHARDFLOW_FLOW_FORWARD);
    (void)shardflow_builder_set_priority(builder_, result, OneOf(kNumbers),
                                         OneOf(kNumbers));
    const shardflow_type type = shardflow_builder_type(builder_, OneOf(kTypes));
    shardflow_interned_op interned{};
    interned.struct_size = sizeof(interned);
    interned.name = OneOf(kOps);
    interned.operands = operands;
    interned.operand_count = b_.Choose(3);
    interned.result_types = &type;
    interned.result_count = b_.Choose(2);
    (void)shardflow_builder_add_interned(builder_, body, &interned);
    (void)shardflow_builder_add_to_group(builder_, result, OneOf(kNumbers));
    (void)shardflow_builder_add_block(builder_, op, OneOf(kNumbers), types,
                                      b_.Choose(3));
    (void)shardflow_builder_return(builder_, function, operands, b_.Choose(3));
    if (!b_.Maybe(96)) return;
    shardflow_program*& to = Program();
    shardflow_program_destroy(to);
    to = shardflow_builder_finish(builder_, Messages());
    shardflow_builder_destroy(builder_);
    builder_ = nullptr;
  }

  void Rules() {
    constexpr const char* kRules[] = {"([i, j])->([i, j])",
                                      "([...])->([...])",
                                      "([i])->([i])",
                                      "(([",
                                      "",
                                      nullptr};
    (void)shardflow_registry_add_rule(registry_, OneOf(kOps), OneOf(kRules),
                                      Messages());
    (void)shardflow_registry_set_traits(registry_, OneOf(kOps),
                                        static_cast<unsigned>(OneOf(kNumbers)),
                                        Messages());
  }

  void Reshard() {
    shardflow_reshard_request request{};
    request.struct_size = sizeof(request);
    request.mesh = b_.Maybe(32) ? OneOf(kOps) : "<[\"x\"=2, \"y\"=4]>";
    request.type = b_.Maybe(32) ? OneOf(kTypes) : "8x8xf32";
    constexpr const char* kSides[] = {"[{\"x\"}, {}]", "[{}, {\"y\", \"x\"}]",
                                      "[{}, {}]", "[{}]", nullptr};
    request.from = OneOf(kSides);
    request.to = OneOf(kSides);
    request.best = b_.Maybe(64);
    const int choice = b_.Maybe(32) ? static_cast<int>(OneOf(kNumbers)) : 0;
    std::memcpy(&request.plan, &choice, sizeof(choice));
    shardflow_reshard_plan* const plan =
        shardflow_reshard_plan_create(&request, Messages());
    (void)shardflow_reshard_plan_step(plan, OneOf(kCounts));
    shardflow_reshard_plan_destroy(plan);
    shardflow_communication* const communication =
        shardflow_communication_create(Program());
    (void)shardflow_communication_at(communication, OneOf(kCounts));
    shardflow_communication_destroy(communication);
  }

  void Gspmd() {
    constexpr const char* kTexts[] = {"{replicated}", "{devices=[2,1]<=[2]}",
                                      "{devices=[0]<=[0]}", "{", nullptr};
    const char* const texts[] = {OneOf(kTexts), OneOf(kTexts)};
    shardflow_imported_shardings* const imported =
        shardflow_imported_shardings_create(texts, b_.Choose(3), nullptr,
                                            static_cast<int>(b_.Choose(4)) - 1,
                                            Messages());
    (void)shardflow_imported_shardings_at(imported, OneOf(kCounts));
    shardflow_imported_shardings_destroy(imported);
    shardflow_free(shardflow_normalize_hlo_sharding(
        OneOf(kTexts), SHARDFLOW_HLO_V1, Messages()));
    shardflow_free(shardflow_to_hlo_sharding("<[\"x\"=2]>", OneOf(kShardings),
                                             SHARDFLOW_HLO_V2, nullptr, 0,
                                             Messages()));
  }

  void Requests() {
    constexpr std::string_view kRequests[] = {
        R"({"id": 1, "program": "func.func @f() { return }"})",
        R"({"id": 1, "method": "version"})",
        R"({"id": 1, "method": "explain", "program": "func.func @f(%a: tensor<8xf32>) { return }", "value": "%a"})",
        R"({"id": 1, "method": "reshard", "mesh": "<[\"x\"=2]>", "type": "8xf32", "from": "[{\"x\"}]", "to": "[{}]"})",
        R"({"id": 1, "method": "session.close", "session": 1})",
        "{",
        ""};
    const std::string_view request = OneOf(kRequests);
    bool ok = false;
    shardflow_free(shardflow_answer_json(request.data(), request.size(), &ok));
    for (size_t i = 0; i < shardflow_messages_count(messages_) && i < 3; ++i) {
      shardflow_free(
          shardflow_message_print(shardflow_messages_at(messages_, i)));
    }
    if (b_.Maybe(64)) shardflow_messages_clear(messages_);
  }

  static void CheckPrinted(const shardflow_program* program) {
    size_t size = 0;
    char* const text = shardflow_program_print(program, nullptr, &size);
    if (text == nullptr) return;  // NULL, or lost after an error
    shardflow_read_options options{};
    options.struct_size = sizeof(options);
    options.allow_unregistered_dialect = true;
    options.skip_verification = true;
    shardflow_messages* const messages = shardflow_messages_create();
    shardflow_program* const again =
        shardflow_program_read("again", text, size, &options, messages);
    if (again == nullptr) {
      Fault(std::string("what was printed is refused: ") +
                shardflow_messages_at(messages, 0)->text,
            std::string_view(text, size));
    }
    shardflow_program_destroy(again);
    shardflow_messages_destroy(messages);
    shardflow_free(text);
  }

  Bytes& b_;
  shardflow_messages* messages_ = nullptr;
  shardflow_registry* registry_ = nullptr;
  shardflow_session* session_ = nullptr;
  shardflow_builder* builder_ = nullptr;
  std::array<shardflow_program*, 3> programs_;
  std::vector<shardflow_op> ops_;
  std::vector<shardflow_value> values_;
  std::vector<shardflow_block> blocks_;
};

}  // namespace

void FuzzCApi(std::string_view input) {
  Bytes bytes(input);
  Machine(bytes).Run();
}

}  // namespace shardflow::internal::fuzz
