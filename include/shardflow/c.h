#ifndef SHARDFLOW_C_H_
#define SHARDFLOW_C_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "shardflow/export.h"
#include "shardflow/version.h"

// The C API of shardflow, for C (C99 or later), C++ (C++11 or later) and other
// languages that can call C.
//
//   shardflow_messages* messages = shardflow_messages_create();
//   shardflow_program* program = shardflow_program_read(
//       "step.mlir", text, strlen(text), NULL, messages);
//   if (shardflow_program_run(program, "sdy-propagation-pipeline", NULL, NULL,
//                             messages)) {
//     char* out = shardflow_program_print(program, NULL, NULL);
//     puts(out);
//     shardflow_free(out);
//   }
//   for (size_t i = 0; i < shardflow_messages_count(messages); ++i) {
//     // step.mlir:3:7: error: ...
//     char* line = shardflow_message_print(shardflow_messages_at(messages, i));
//     fputs(line, stderr);
//     shardflow_free(line);
//   }
//   shardflow_program_destroy(program);
//   shardflow_messages_destroy(messages);
//
// Ownership. You own the objects that functions named *_create, *_read,
// *_clone, *_finish, *_fork, *_export and *_auto return. Pass each object to
// the *_destroy function of its type. You also own every returned `char*`,
// which is a null-terminated string; pass it to shardflow_free. A returned
// `const char*` belongs to the object that you passed, and is valid until that
// object changes or is destroyed. After a call, the library keeps nothing that
// you passed in, except where a comment says so (registries, user data of
// callbacks).
//
// Errors. A function that fails returns NULL, false or an empty handle. If it
// has a parameter `messages`, it also adds an error to that list. `messages`
// may be NULL. So may any other pointer: unless a comment says what NULL means,
// the function then fails or does nothing. No input ends the process; running
// out of memory does.
//
// Threads. Only one thread at a time may use an object; different objects are
// independent. There are two exceptions. Many threads may pass the same object
// as const at the same time, as long as none changes it and it isn't a session
// or a session's program. And many runs may share a registry.
//
// Options. Structs of options, and requests, begin with their size, so that
// later versions can add fields. Zero the whole struct, then set struct_size.
// Zero is the default of every other field unless a comment says otherwise.
// NULL for options means all defaults; a request must not be NULL unless its
// function says so. It is an error to use what the linked version doesn't know:
// an unknown enum value, or a nonzero field beyond the end of the struct as
// that version knows it.
//
//   shardflow_run_options options = {.struct_size = sizeof options};
//   options.compat = SHARDFLOW_COMPAT_JAXLIB_0_12;
//
// Structs without struct_size. Handles and the elements of arrays keep their
// layout within a major version: shardflow_value, _op, _block, _type,
// _attributes, _mesh_axis, _attribute and _edge_end. Structs that you only read
// through a pointer (shardflow_message, _progress, _session_stats,
// _session_price, _reshard_step, _planned_reshard and _imported_sharding) may
// get new fields at their end: don't compute with their size, and don't make
// arrays of them.
//
// Lists. A function with parameters `out` and `capacity` writes at most
// `capacity` items to `out` and returns how many items there are, even if that
// is more than it wrote. If `out` is NULL, it only counts.
//
// Shardings are text, in Shardy's notation: `#sdy.sharding<@mesh, [{"data"},
// {?}]>`.

#ifdef __cplusplus
extern "C" {
#endif

// Returns the version of the linked library, "major.minor.patch".
// SHARDFLOW_VERSION_STRING is the version of this header.
SHARDFLOW_EXPORT const char* shardflow_version(void);

// Frees a returned string. Does nothing if it is NULL.
SHARDFLOW_EXPORT void shardflow_free(char* text);

// --- messages

// A list of errors, warnings, remarks and notes, in order.
typedef struct shardflow_messages shardflow_messages;

typedef enum shardflow_message_kind {
  SHARDFLOW_MESSAGE_ERROR = 0,
  SHARDFLOW_MESSAGE_WARNING = 1,
  SHARDFLOW_MESSAGE_REMARK = 2,
  SHARDFLOW_MESSAGE_NOTE = 3
} shardflow_message_kind;

// The kind of error, for programs to act on. (The message's text is for
// people.)
typedef enum shardflow_error_code {
  SHARDFLOW_ERROR_NONE = 0,              // not an error
  SHARDFLOW_ERROR_INVALID_INPUT = 1,     // an invalid program, rule or request
  SHARDFLOW_ERROR_INVALID_ARGUMENT = 2,  // an incorrect call
  SHARDFLOW_ERROR_LIMIT_EXCEEDED = 3,    // too large, or nested too deeply
  SHARDFLOW_ERROR_READ_FAILED = 4,       // a file cannot be read
  SHARDFLOW_ERROR_WRITE_FAILED = 5,      // a file cannot be written
  SHARDFLOW_ERROR_STOPPED = 6,           // the run was stopped
  SHARDFLOW_ERROR_INTERNAL = 7           // a bug in shardflow
} shardflow_error_code;

// A message. Its strings belong to the list.
typedef struct shardflow_message {
  shardflow_message_kind kind;
  shardflow_error_code code;
  const char* file;  // "" if unknown
  int line;          // from 1; 0 if unknown
  int column;        // from 1, in bytes; 0 if unknown
  const char* text;
  const char* excerpt;  // the source line with a caret under it; may be ""
  // The number of notes on this message (see shardflow_message_note). Notes
  // have no notes themselves.
  size_t note_count;
} shardflow_message;

SHARDFLOW_EXPORT shardflow_messages* shardflow_messages_create(void);
SHARDFLOW_EXPORT void shardflow_messages_destroy(shardflow_messages* messages);
// Removes all messages.
SHARDFLOW_EXPORT void shardflow_messages_clear(shardflow_messages* messages);
SHARDFLOW_EXPORT size_t
shardflow_messages_count(const shardflow_messages* messages);
// Returns whether any message in the list is an error.
SHARDFLOW_EXPORT bool shardflow_messages_has_error(
    const shardflow_messages* messages);
// Return message `i` of the list, or note `i` of a message, counted from 0;
// NULL if there is none. The pointer is valid until the list is cleared or
// destroyed.
SHARDFLOW_EXPORT const shardflow_message* shardflow_messages_at(
    const shardflow_messages* messages, size_t i);
SHARDFLOW_EXPORT const shardflow_message* shardflow_message_note(
    const shardflow_message* message, size_t i);
// Returns a message as human-readable text: "file:line:column: error: text",
// then the excerpt and the notes. Each line ends in '\n'. Returns "" for NULL.
SHARDFLOW_EXPORT char* shardflow_message_print(
    const shardflow_message* message);

// --- your own ops

// The sharding rules (docs/rules.md), traits and data-flow edges of your own
// ops, by name. A registry must outlive the runs that use it; sessions share
// its contents.
typedef struct shardflow_registry shardflow_registry;

SHARDFLOW_EXPORT shardflow_registry* shardflow_registry_create(void);
SHARDFLOW_EXPORT void shardflow_registry_destroy(shardflow_registry* registry);

// Adds a rule. `op` is the name of an op, or "@target" for custom calls with
// that target. Rules for the same name are tried in the order in which they
// were added. If `rule` has a syntax error, adds nothing and returns false.
SHARDFLOW_EXPORT bool shardflow_registry_add_rule(shardflow_registry* registry,
                                                  const char* op,
                                                  const char* rule,
                                                  shardflow_messages* messages);
// Adds the rules in `text`, the contents of a rules file in either the text or
// the JSON format. Messages refer to the file as `name`. On error, adds nothing
// and returns false.
SHARDFLOW_EXPORT bool shardflow_registry_read_rules(
    shardflow_registry* registry, const char* name, const char* text,
    size_t size, shardflow_messages* messages);

typedef enum shardflow_op_traits {
  SHARDFLOW_OP_PURE = 1,         // removed when nothing uses its results
  SHARDFLOW_OP_ELEMENTWISE = 2,  // op-priority propagation starts with these
  SHARDFLOW_OP_TERMINATOR = 4    // ends a block
} shardflow_op_traits;

// Sets the traits of an op that shardflow doesn't know. (This has no effect on
// ops that it knows.) `traits` is a bitwise OR of shardflow_op_traits, and
// replaces earlier traits.
SHARDFLOW_EXPORT bool shardflow_registry_set_traits(
    shardflow_registry* registry, const char* op, unsigned traits,
    shardflow_messages* messages);

// An op as a callback sees it. The pointer is valid only while the callback
// runs.
typedef struct shardflow_op_view shardflow_op_view;
// Receives the rule from a callback.
typedef struct shardflow_rule_answer shardflow_rule_answer;

// A callback that finds the rule of an op. It passes the text of the rule to
// shardflow_rule_answer_set, or doesn't call that function if the op has no
// rule. The answer must depend only on what `op` shows, because the callback
// runs only once for ops that look the same. Several threads may call it at
// once. It must not throw or longjmp.
typedef void (*shardflow_rule_function)(void* user, const shardflow_op_view* op,
                                        shardflow_rule_answer* answer);

// Adds a callback that finds the rules of ops. `user` is passed to each call.
// Unless it is NULL, `destroy_user` is called with `user` once the registry and
// all sessions that use it have been destroyed, or immediately if this call
// fails.
SHARDFLOW_EXPORT bool shardflow_registry_add_rule_function(
    shardflow_registry* registry, const char* op, shardflow_rule_function rule,
    void* user, void (*destroy_user)(void* user), shardflow_messages* messages);
// Sets the answer to a copy of `rule`. Does nothing if `rule` is NULL.
SHARDFLOW_EXPORT void shardflow_rule_answer_set(shardflow_rule_answer* answer,
                                                const char* rule);

// Returns the op's name, such as "my.matmul".
SHARDFLOW_EXPORT char* shardflow_op_view_name(const shardflow_op_view* op);
SHARDFLOW_EXPORT int shardflow_op_view_operand_count(
    const shardflow_op_view* op);
SHARDFLOW_EXPORT int shardflow_op_view_result_count(
    const shardflow_op_view* op);
// Return the rank of operand or result `i`, counted from 0, or -1 if the rank
// is unknown or the op has no such tensor. Write the sizes of its first
// `capacity` dimensions to `out`. A dynamic size is -1.
SHARDFLOW_EXPORT int shardflow_op_view_operand_shape(
    const shardflow_op_view* op, int i, int64_t* out, size_t capacity);
SHARDFLOW_EXPORT int shardflow_op_view_result_shape(const shardflow_op_view* op,
                                                    int i, int64_t* out,
                                                    size_t capacity);
// Reads an integer attribute of the op into `*out`. `path` is the attribute's
// name or, inside dictionaries, its path, such as "config/axis". `true` is read
// as 1, `false` as 0. If the attribute is missing or isn't an integer, returns
// false and leaves `*out` unchanged.
SHARDFLOW_EXPORT bool shardflow_op_view_integer(const shardflow_op_view* op,
                                                const char* path, int64_t* out);
// Returns the value of a string attribute, or NULL if the attribute is missing
// or isn't a string.
SHARDFLOW_EXPORT char* shardflow_op_view_string(const shardflow_op_view* op,
                                                const char* path);
// Reads the items of an attribute such as array<i64: 0, 1>. Returns 0 if the
// attribute is missing or of another kind.
SHARDFLOW_EXPORT size_t shardflow_op_view_integers(const shardflow_op_view* op,
                                                   const char* path,
                                                   int64_t* out,
                                                   size_t capacity);
SHARDFLOW_EXPORT int shardflow_op_view_region_count(
    const shardflow_op_view* op);
// Return the number of arguments of the first block of a region, and the number
// of operands of that block's terminator. Regions count from 0. Return 0 if
// there is no such region or block.
SHARDFLOW_EXPORT int shardflow_op_view_argument_count(
    const shardflow_op_view* op, int region);
SHARDFLOW_EXPORT int shardflow_op_view_terminator_operand_count(
    const shardflow_op_view* op, int region);

// One end of a data-flow edge of an op (docs/glossary.md). Regions are numbered
// from 0; -1 stands for the op itself.
// - A source is operand `index` of the op, or of the terminator of `region`.
// - A target is result `index` of the op, or argument `index` of `region`.
typedef struct shardflow_edge_end {
  int region;
  int index;
} shardflow_edge_end;
// Receives the edges from a callback.
typedef struct shardflow_edges_answer shardflow_edges_answer;

// A callback that describes the data-flow edges of an op with regions, such as
// a loop. It calls shardflow_edges_answer_add for each edge, in the order in
// which passes should visit them. It must meet the same conditions as a
// shardflow_rule_function.
typedef void (*shardflow_edges_function)(void* user,
                                         const shardflow_op_view* op,
                                         shardflow_edges_answer* answer);

// Sets the callback that describes the edges of an op that shardflow doesn't
// know. It replaces an earlier callback for the same name. `user` and
// `destroy_user` are as in shardflow_registry_add_rule_function.
SHARDFLOW_EXPORT bool shardflow_registry_set_edges_function(
    shardflow_registry* registry, const char* op,
    shardflow_edges_function edges, void* user,
    void (*destroy_user)(void* user), shardflow_messages* messages);
// Adds an edge, whose targets and sources will all have the same sharding.
// `owner` is the target that holds the sharding; it must not own another edge.
// Ends that don't exist in the op are ignored, and so is an edge whose owner
// doesn't exist.
SHARDFLOW_EXPORT void shardflow_edges_answer_add(
    shardflow_edges_answer* answer, shardflow_edge_end owner,
    const shardflow_edge_end* other_targets, size_t other_target_count,
    const shardflow_edge_end* sources, size_t source_count);

// The shardings of an op's operands and results. Valid only while the callback
// runs.
typedef struct shardflow_op_shardings shardflow_op_shardings;
// Return the sharding as seen by the ops that use the value, or NULL if it has
// none.
SHARDFLOW_EXPORT char* shardflow_op_shardings_operand(
    const shardflow_op_shardings* shardings, int i);
SHARDFLOW_EXPORT char* shardflow_op_shardings_result(
    const shardflow_op_shardings* shardings, int i);
// Write the shape on one device, as shardflow_value_local_shape does.
SHARDFLOW_EXPORT int shardflow_op_shardings_operand_local_shape(
    const shardflow_op_shardings* shardings, int i, int64_t* out,
    size_t capacity);
SHARDFLOW_EXPORT int shardflow_op_shardings_result_local_shape(
    const shardflow_op_shardings* shardings, int i, int64_t* out,
    size_t capacity);

// A collective that all devices run inside an op, such as the permute between
// the stages of a pipeline.
typedef struct shardflow_op_collective {
  size_t struct_size;
  // "collective_permute", "all_gather", "all_to_all", "all_reduce" or
  // "reduce_scatter".
  const char* kind;
  // The devices of a group differ along these axes, e.g. {"x", "y":(1)2}.
  const char* axes;
  int64_t bytes;  // bytes on a device before it runs
  int64_t times;  // number of times it runs each time the op runs; 0 means 1
  // The mesh's symbol; may be NULL if the program has only one mesh.
  const char* mesh;
} shardflow_op_collective;
// Receives the collectives from a callback.
typedef struct shardflow_communication_answer shardflow_communication_answer;

// A callback that adds the collectives that an op runs internally. It is called
// whenever communication is listed or priced, possibly by several threads at
// once. It must not throw or longjmp.
typedef void (*shardflow_communication_function)(
    void* user, const shardflow_op_view* op,
    const shardflow_op_shardings* shardings,
    shardflow_communication_answer* answer);

// Sets the callback that lists the collectives that an op runs internally. `op`
// is the name of any op, or "@target" for custom calls. shardflow_cost,
// everything that uses it, and shardflow_communication_create_with count these
// collectives in addition to those caused by shardings. They fail if a
// collective's kind is unknown, or if the mesh lacks one of the collective's
// axes. The callback replaces an earlier one for the same name;
// shardflow_registry_set_edges_function removes it. `user` and `destroy_user`
// are as in shardflow_registry_add_rule_function.
SHARDFLOW_EXPORT bool shardflow_registry_set_communication_function(
    shardflow_registry* registry, const char* op,
    shardflow_communication_function communication, void* user,
    void (*destroy_user)(void* user), shardflow_messages* messages);
// Adds a collective. If it is invalid, the call that requested the collectives
// fails.
SHARDFLOW_EXPORT void shardflow_communication_answer_add(
    shardflow_communication_answer* answer,
    const shardflow_op_collective* collective);

// --- programs

// A tensor program. Once a pass has failed on it, all calls with the program
// fail, except shardflow_program_destroy.
typedef struct shardflow_program shardflow_program;

// Which version of Shardy to follow where versions differ
// (docs/differences.md).
typedef enum shardflow_compat {
  SHARDFLOW_COMPAT_SHARDY_2026_08 = 0,
  SHARDFLOW_COMPAT_JAXLIB_0_12 = 1
} shardflow_compat;

typedef struct shardflow_read_options {
  size_t struct_size;
  // Accept ops of unknown dialects, in generic form.
  bool allow_unregistered_dialect;
  // Skip the verifier, which checks mesh names, ranks, axes and more. Only set
  // this for programs that have been verified before.
  bool skip_verification;
  // The line number of the text's first line, for use in messages; 0 means 1.
  int first_line;
  // Remember the names of values in the text, such as "%5". shardflow_explain
  // then uses these names.
  bool keep_names;
} shardflow_read_options;

// A flag that another thread can set to end a run. Many runs may share a flag.
// It must not be destroyed while a run uses it.
typedef struct shardflow_stop shardflow_stop;
SHARDFLOW_EXPORT shardflow_stop* shardflow_stop_create(void);
SHARDFLOW_EXPORT void shardflow_stop_destroy(shardflow_stop* stop);
// Sets the flag to `stopped`. While the flag is true, runs that use it end
// soon, with SHARDFLOW_ERROR_STOPPED. May be called from any thread.
SHARDFLOW_EXPORT void shardflow_stop_set(shardflow_stop* stop, bool stopped);

// How far a run has got.
typedef struct shardflow_progress {
  const char* pass;     // the running pass; valid only during the call
  int64_t passes_done;  // passes of this run that have ended
  // The fraction of the pass that is done, from 0 to 1; -1 if unknown. It is
  // known only for propagation, where it restarts from 0 for each user
  // priority.
  double done;
  int64_t bytes;   // memory used by the program
  double seconds;  // time since the run began
} shardflow_progress;
// A callback that receives the progress of a run. It must not throw or longjmp.
typedef void (*shardflow_progress_function)(void* user,
                                            const shardflow_progress* progress);

typedef struct shardflow_run_options {
  size_t struct_size;
  shardflow_compat compat;
  // The rules for your own ops, or NULL. The registry must outlive the run.
  const shardflow_registry* registry;
  // Also use sharding rules for chlo ops, which have none in Shardy.
  bool extra_rules;
  // Verify the program after the pass. Verification errors have the code
  // SHARDFLOW_ERROR_INTERNAL, except in sessions.
  bool verify_after;
  // The flag that ends the run, or NULL. The flag must outlive the run.
  const shardflow_stop* stop;
  // Predict what JAX (jaxlib 0.12, on CPU) does with the program. Pipelines
  // that propagate then begin with XLA's steps before Shardy (docs/jax.md).
  // Sessions do the same, unless their program is already imported. `compat`
  // and `extra_rules` are ignored; the run uses jaxlib's version and the extra
  // rules.
  bool jax;
  // Also propagate through tensors with dimensions of unknown size, which
  // Shardy rejects (docs/rules.md). Ignored if `jax` is set.
  bool dynamic_shapes;
  // Called with `progress_user` on the thread of the run, between passes and in
  // the middle of long ones. At least `progress_milliseconds` (0 means 100)
  // elapse before each call. May be NULL.
  shardflow_progress_function progress;
  void* progress_user;
  int64_t progress_milliseconds;
  // The maximum memory of the program in bytes; 0 for no limit. A run that
  // exceeds it ends with SHARDFLOW_ERROR_LIMIT_EXCEEDED. See
  // RunOptions::memory_limit in shardflow/program.h.
  int64_t memory_limit;
} shardflow_run_options;

typedef struct shardflow_print_options {
  size_t struct_size;
  bool debug_info;    // print locations
  bool local_scope;   // print attributes in full, without aliases
  bool generic_form;  // print every op as "dialect.op"(...)
  bool json;          // print JSON (docs/json.md) instead of MLIR's text
} shardflow_print_options;

// Reads a program from `size` bytes: StableHLO and sdy text, JSON
// (docs/json.md) or a portable artifact (docs/artifacts.md). Messages refer to
// the text as `name`; NULL means "".
SHARDFLOW_EXPORT shardflow_program* shardflow_program_read(
    const char* name, const char* text, size_t size,
    const shardflow_read_options* options, shardflow_messages* messages);
// Returns a deep copy, or NULL if a pass has failed on the program.
SHARDFLOW_EXPORT shardflow_program* shardflow_program_clone(
    const shardflow_program* program);
SHARDFLOW_EXPORT void shardflow_program_destroy(shardflow_program* program);
// Sets the registry that describes the data-flow edges of your own ops to the
// functions that inspect the program (shardflow_value_*, shardflow_op_*).
// Without a registry, an argument of a region of such an op has no sharding,
// and its local shape is its whole shape. The program shares the registry's
// contents, so the registry itself may be destroyed. If `registry` is NULL, the
// program no longer has one. A session's program uses the session's registry.
SHARDFLOW_EXPORT bool shardflow_program_set_registry(
    shardflow_program* program, const shardflow_registry* registry,
    shardflow_messages* messages);

// Runs a pass or pipeline, given its name. `pass_options` is a string such as
// "a=true b=3"; NULL means no options. An invalid call, such as one with an
// unknown pass or option, leaves the program unchanged. After any other error,
// the program is lost: all other calls with it fail, and it can only be
// destroyed.
SHARDFLOW_EXPORT bool shardflow_program_run(
    shardflow_program* program, const char* pass, const char* pass_options,
    const shardflow_run_options* options, shardflow_messages* messages);
// Run single steps of a compiler. The first propagates the shardings of
// annotations, the second inserts an sdy.reshard wherever an op needs another
// sharding, and the third replaces these reshards with collectives.
// shardflow/passes.h says which passes they run. Errors have the same
// consequences as in shardflow_program_run.
SHARDFLOW_EXPORT bool shardflow_program_propagate(
    shardflow_program* program, const shardflow_run_options* options,
    shardflow_messages* messages);
SHARDFLOW_EXPORT bool shardflow_program_insert_reshards(
    shardflow_program* program, const shardflow_run_options* options,
    shardflow_messages* messages);
SHARDFLOW_EXPORT bool shardflow_program_lower_to_collectives(
    shardflow_program* program, const shardflow_run_options* options,
    shardflow_messages* messages);

// How the plan of a reshard is chosen.
typedef enum shardflow_plan_choice {
  SHARDFLOW_PLAN_DEFAULT = 0,  // as Shardy chooses it
  // The fewest bytes, then the fewest steps; on a topology, the least time.
  SHARDFLOW_PLAN_BEST = 1
} shardflow_plan_choice;

typedef struct shardflow_partition_options {
  size_t struct_size;
  const shardflow_run_options* run;  // NULL for defaults
  // Whether the program has already been propagated. If not, or if run->jax is
  // set, it is propagated first.
  bool propagated;
  bool best_plan;  // older form of plan = SHARDFLOW_PLAN_BEST
  // Replicate dimensions along which an op moves elements, instead of
  // exchanging the parts that devices need.
  bool no_halo;
  // Compute a tensor in shards and gather it even if each device could compute
  // all of it in less time.
  bool always_gather;
  // Gather tensors again for each use instead of keeping them.
  bool save_memory;
  bool replicas;  // identify devices by replica_id, not partition_id
  // Check the collectives in the result. An error means that shardflow has a
  // bug, or that the given program contains an incorrect collective.
  bool check;
  // The maximum size, in bytes, to which all_reduces are combined. 0 means the
  // default (30 MiB); a negative number means that none are combined.
  int64_t combine_bytes;
  // Also combine all_gathers. XLA's compiler for CPUs miscompiles some combined
  // all_gathers.
  bool combine_gathers;
  shardflow_plan_choice plan;
  // The number of devices that the program's mesh must have; anything else is
  // an error. 0 accepts any number.
  int64_t devices;
} shardflow_partition_options;
// Turns the program into the one that every device runs on its shards
// (docs/execute.md). Errors have the same consequences as in
// shardflow_program_run.
SHARDFLOW_EXPORT bool shardflow_program_partition(
    shardflow_program* program, const shardflow_partition_options* options,
    shardflow_messages* messages);

// Returns whether there is a pass or pipeline with this name.
SHARDFLOW_EXPORT bool shardflow_is_pass(const char* name);
// Parses "shardy-2026-08" or "jaxlib-0.12". For any other name it returns false
// and leaves `*compat` unchanged.
SHARDFLOW_EXPORT bool shardflow_parse_compat(const char* name,
                                             shardflow_compat* compat);

// Returns the program as text, byte for byte as MLIR prints it, or as JSON.
// shardflow_program_read turns both back into the same program. Sets `*size` to
// the number of bytes before the final '\0'; `size` may be NULL. Returns NULL
// if the program or the options are invalid.
SHARDFLOW_EXPORT char* shardflow_program_print(
    const shardflow_program* program, const shardflow_print_options* options,
    size_t* size);
// Receives a piece of the text, which isn't null-terminated. Returns false to
// stop.
typedef bool (*shardflow_sink)(void* user, const char* text, size_t size);
// Like shardflow_program_print, but passes the text to `sink` in pieces of
// about 64 KiB, so that it is never in memory as a whole. Returns false if
// `sink` returned false, or if the program or the options are invalid.
SHARDFLOW_EXPORT bool shardflow_program_print_to(
    const shardflow_program* program, const shardflow_print_options* options,
    shardflow_sink sink, void* user);
// Returns the program as a portable artifact of StableHLO (docs/artifacts.md),
// which readers of `version` (such as "1.18.0") and later can read. NULL means
// the latest known version. The artifact has `*size` bytes, some of which may
// be '\0'. `size` must not be NULL. Returns NULL on error, for example if that
// version can't express something in the program.
SHARDFLOW_EXPORT char* shardflow_program_write_artifact(
    const shardflow_program* program, const char* version, size_t* size,
    shardflow_messages* messages);
// Returns the number of operations in the program, not counting the module
// itself; 0 for NULL.
SHARDFLOW_EXPORT int64_t
shardflow_program_op_count(const shardflow_program* program);

// --- the values, ops and blocks of a program

// Handles identify values, ops and blocks. A builder's handles are valid in the
// program that it returns and in clones of that program. They stay valid until
// a pass removes what they refer to. An empty handle has origin 0.
//
// The functions below accept any handle. If a handle is empty, belongs to
// another program, or refers to something that was removed, they return an
// empty handle, NULL, false, 0, or -1 for a rank.
typedef struct shardflow_value {  // the result of an op, or a block argument
  uint64_t origin;
  int32_t index;
} shardflow_value;
typedef struct shardflow_op {  // an operation; functions are operations
  uint64_t origin;
  int32_t index;
} shardflow_op;
typedef struct shardflow_block {  // a list of operations with arguments
  uint64_t origin;
  int32_t index;
} shardflow_block;

// Lists the top-level functions, in program order.
SHARDFLOW_EXPORT size_t shardflow_program_functions(
    const shardflow_program* program, shardflow_op* out, size_t capacity);
// Returns the function with this name, or an empty handle.
SHARDFLOW_EXPORT shardflow_op shardflow_program_find_function(
    const shardflow_program* program, const char* name);
// Lists the operands of the function's return op.
SHARDFLOW_EXPORT size_t shardflow_function_returned(
    const shardflow_program* program, shardflow_op function,
    shardflow_value* out, size_t capacity);
// Returns the sharding of result `i` in the signature of a function, or NULL if
// it has none.
SHARDFLOW_EXPORT char* shardflow_function_result_sharding(
    const shardflow_program* program, shardflow_op function, int i);

// Returns the user's name for result `i` of a function, such as
// "result[0]['loss']", or NULL if it is unknown.
SHARDFLOW_EXPORT char* shardflow_function_result_label(
    const shardflow_program* program, shardflow_op function, int i);
// Lists the values of a function whose labels match the pattern, such as
// "params/*/wq" or "block0/**/dot_general" (MatchesLabel in shardflow/names.h).
// Arguments come first.
SHARDFLOW_EXPORT size_t shardflow_function_find_labelled(
    const shardflow_program* program, shardflow_op function,
    const char* pattern, shardflow_value* out, size_t capacity);

// Returns the op's name, such as "stablehlo.add".
SHARDFLOW_EXPORT char* shardflow_op_name(const shardflow_program* program,
                                         shardflow_op op);
// Returns the name of a function or mesh, such as "main"; NULL for other ops.
SHARDFLOW_EXPORT char* shardflow_op_symbol(const shardflow_program* program,
                                           shardflow_op op);
// Returns the op's name stack, such as "jit(step)/jvp(block0)/mul", or NULL if
// it is unknown.
SHARDFLOW_EXPORT char* shardflow_op_name_stack(const shardflow_program* program,
                                               shardflow_op op);
// Returns an attribute of the op in MLIR's notation, or NULL if the op doesn't
// have it.
SHARDFLOW_EXPORT char* shardflow_op_attribute(const shardflow_program* program,
                                              shardflow_op op,
                                              const char* name);
SHARDFLOW_EXPORT size_t shardflow_op_operands(const shardflow_program* program,
                                              shardflow_op op,
                                              shardflow_value* out,
                                              size_t capacity);
SHARDFLOW_EXPORT size_t shardflow_op_results(const shardflow_program* program,
                                             shardflow_op op,
                                             shardflow_value* out,
                                             size_t capacity);
SHARDFLOW_EXPORT int shardflow_op_region_count(const shardflow_program* program,
                                               shardflow_op op);
SHARDFLOW_EXPORT size_t shardflow_op_blocks(const shardflow_program* program,
                                            shardflow_op op, int region,
                                            shardflow_block* out,
                                            size_t capacity);
// Returns the first block of the op's first region; for a function, its body.
SHARDFLOW_EXPORT shardflow_block
shardflow_op_body(const shardflow_program* program, shardflow_op op);
SHARDFLOW_EXPORT size_t shardflow_block_ops(const shardflow_program* program,
                                            shardflow_block block,
                                            shardflow_op* out, size_t capacity);
SHARDFLOW_EXPORT size_t shardflow_block_arguments(
    const shardflow_program* program, shardflow_block block,
    shardflow_value* out, size_t capacity);

// Returns the op that defines the value, or an empty handle if the value is a
// block argument.
SHARDFLOW_EXPORT shardflow_op shardflow_value_defining_op(
    const shardflow_program* program, shardflow_value value);
// Lists the ops that use the value, most recent use first, as in MLIR. An op
// that uses the value twice is listed twice.
SHARDFLOW_EXPORT size_t shardflow_value_users(const shardflow_program* program,
                                              shardflow_value value,
                                              shardflow_op* out,
                                              size_t capacity);
// Returns the value's type, such as "tensor<8x16xf32>".
SHARDFLOW_EXPORT char* shardflow_value_type(const shardflow_program* program,
                                            shardflow_value value);
// Returns the value's rank, or -1 if it isn't a tensor of known rank. Writes
// the sizes of its first `capacity` dimensions to `out`. A dynamic size is -1.
SHARDFLOW_EXPORT int shardflow_value_shape(const shardflow_program* program,
                                           shardflow_value value, int64_t* out,
                                           size_t capacity);
// Returns the value's sharding as seen by the ops that use it, or NULL if it
// has none.
SHARDFLOW_EXPORT char* shardflow_value_sharding(
    const shardflow_program* program, shardflow_value value);
// Returns the value's sharding in JAX's notation, such as "P('x', None)", or
// NULL if it has none.
SHARDFLOW_EXPORT char* shardflow_value_spec(const shardflow_program* program,
                                            shardflow_value value);
// Returns the user's name for the value, such as "params['layer0']['wq']" for
// an argument or "block0/attention/mul" for the result of an op, or NULL if it
// is unknown.
SHARDFLOW_EXPORT char* shardflow_value_label(const shardflow_program* program,
                                             shardflow_value value);
// Returns the value's rank, or -1 on error. Writes the first `capacity` sizes
// of the local shape (the shape of the part on one device) to `out`. Without a
// sharding, this is the whole shape. It includes padding: sizes are rounded up
// where shards don't divide a dimension evenly. A dynamic size is -1. In the
// body of an sdy.manual_computation, shapes are already local to the manual
// axes, and this divides them further.
SHARDFLOW_EXPORT int shardflow_value_local_shape(
    const shardflow_program* program, shardflow_value value, int64_t* out,
    size_t capacity);
// Finds the slice of the value that each device holds, without padding. Returns
// the number of devices, or 0 if the value has no sharding, its sharding
// doesn't fit, a size is dynamic, or there are more than 2^20 devices. For the
// first `capacity` devices, in mesh order, writes
// - devices[k]: the id of the device,
// - offsets[k * rank + d]: its first element in dimension d,
// - sizes[k * rank + d]: its number of elements in dimension d.
// Each of the three arrays may be NULL.
SHARDFLOW_EXPORT size_t shardflow_value_slices(const shardflow_program* program,
                                               shardflow_value value,
                                               int64_t* devices,
                                               int64_t* offsets, int64_t* sizes,
                                               size_t capacity);

// Finds the slice that one device holds, on a mesh of any size. Returns the
// rank and writes at most `capacity` numbers to each array; either may be NULL.
// Returns -1 if there is no such device, a size is dynamic, or the value's
// sharding is missing or doesn't fit.
SHARDFLOW_EXPORT int shardflow_value_slice(const shardflow_program* program,
                                           shardflow_value value,
                                           int64_t device, int64_t* offsets,
                                           int64_t* sizes, size_t capacity);

// Sets the sharding of an argument of a function or an sdy.manual_computation,
// or of a result of an op. NULL removes the sharding. The sharding must name a
// mesh of the program, have the value's rank, and use only axes of the mesh,
// each at most once. On error, returns false and changes nothing.
SHARDFLOW_EXPORT bool shardflow_value_set_sharding(
    shardflow_program* program, shardflow_value value, const char* sharding,
    shardflow_messages* messages);
// Sets the sharding of result `i` in the signature of a function, like
// shardflow_value_set_sharding.
SHARDFLOW_EXPORT bool shardflow_function_set_result_sharding(
    shardflow_program* program, shardflow_op function, int i,
    const char* sharding, shardflow_messages* messages);

// --- building a program

typedef struct shardflow_builder shardflow_builder;

typedef struct shardflow_mesh_axis {
  const char* name;
  int64_t size;  // number of devices along it, at least 1
} shardflow_mesh_axis;

// An attribute. `value` is in MLIR's notation, e.g. "3 : i64" or "dense<0> :
// ...".
typedef struct shardflow_attribute {
  const char* name;
  const char* value;
} shardflow_attribute;

typedef struct shardflow_op_spec {
  size_t struct_size;
  const char* name;  // "stablehlo.add", "my.matmul"
  const shardflow_value* operands;
  size_t operand_count;
  const char* const* result_types;  // "tensor<8x16xf32>"
  size_t result_count;
  const shardflow_attribute* attributes;
  size_t attribute_count;
  int regions;  // shardflow_builder_add_block fills them
  // A place in your own source, for messages.
  const char* file;  // NULL if unknown
  int line;          // from 1; 0 if unknown
  int column;        // from 1, in bytes; 0 if unknown
} shardflow_op_spec;

SHARDFLOW_EXPORT shardflow_builder* shardflow_builder_create(void);
SHARDFLOW_EXPORT void shardflow_builder_destroy(shardflow_builder* builder);

// Builds a program. An invalid call, including one with an empty handle from
// another invalid call, returns false or an empty handle. It is enough to check
// what shardflow_builder_finish returns, because it reports the errors of all
// calls.

// Adds a mesh. Call this before any sharding uses the mesh. Positions in the
// mesh are numbered with the last axis changing fastest. The device at position
// p is device_ids[p], or p if `device_count` is 0.
SHARDFLOW_EXPORT bool shardflow_builder_add_mesh(
    shardflow_builder* builder, const char* name,
    const shardflow_mesh_axis* axes, size_t axis_count,
    const int64_t* device_ids, size_t device_count);
// Adds a function. Its body is a single block, whose arguments have these
// types.
SHARDFLOW_EXPORT shardflow_op shardflow_builder_add_function(
    shardflow_builder* builder, const char* name,
    const char* const* argument_types, size_t argument_count, bool is_private);
SHARDFLOW_EXPORT shardflow_block
shardflow_builder_body(shardflow_builder* builder, shardflow_op function);
// Returns argument `i` of a block, counted from 0.
SHARDFLOW_EXPORT shardflow_value shardflow_builder_argument(
    shardflow_builder* builder, shardflow_block block, int i);
// Adds an op at the end of the block.
SHARDFLOW_EXPORT shardflow_op
shardflow_builder_add_op(shardflow_builder* builder, shardflow_block block,
                         const shardflow_op_spec* op);

// Types, and lists of attributes, that a builder has read. They belong to this
// builder. Equal types have equal handles. An empty handle has origin 0.
typedef struct shardflow_type {
  uint64_t origin;
  int32_t index;
} shardflow_type;
typedef struct shardflow_attributes {
  uint64_t origin;
  int32_t index;
} shardflow_attributes;

// An op whose types and attributes the builder has already read. Meant for
// programs with millions of ops: read each type and list of attributes once.
typedef struct shardflow_interned_op {
  size_t struct_size;
  const char* name;
  const shardflow_value* operands;
  size_t operand_count;
  const shardflow_type* result_types;
  size_t result_count;
  shardflow_attributes attributes;  // empty: none
  int regions;
  const char* file;  // NULL if unknown
  int line;          // from 1; 0 if unknown
  int column;        // from 1, in bytes; 0 if unknown
} shardflow_interned_op;

// Read a type, or the attributes of an op.
SHARDFLOW_EXPORT shardflow_type
shardflow_builder_type(shardflow_builder* builder, const char* type);
SHARDFLOW_EXPORT shardflow_attributes shardflow_builder_attributes(
    shardflow_builder* builder, const shardflow_attribute* attributes,
    size_t count);
// Adds an op at the end of the block, like shardflow_builder_add_op.
SHARDFLOW_EXPORT shardflow_op shardflow_builder_add_interned(
    shardflow_builder* builder, shardflow_block block,
    const shardflow_interned_op* op);

// Returns result `i` of an op, counted from 0.
SHARDFLOW_EXPORT shardflow_value
shardflow_builder_result(shardflow_builder* builder, shardflow_op op, int i);
// Adds a block with arguments of these types at the end of a region of `op`.
// Regions count from 0.
SHARDFLOW_EXPORT shardflow_block shardflow_builder_add_block(
    shardflow_builder* builder, shardflow_op op, int region,
    const char* const* argument_types, size_t argument_count);
// Ends the body of a function with a return op. The function's results get the
// types of `values`. Returns the return op.
SHARDFLOW_EXPORT shardflow_op
shardflow_builder_return(shardflow_builder* builder, shardflow_op function,
                         const shardflow_value* values, size_t count);

// Sets the sharding of a value, or removes it if `sharding` is NULL. See
// shardflow_value_set_sharding.
SHARDFLOW_EXPORT bool shardflow_builder_set_sharding(shardflow_builder* builder,
                                                     shardflow_value value,
                                                     const char* sharding);
// Sets the sharding of result `i` of a function. Call shardflow_builder_return
// first.
SHARDFLOW_EXPORT bool shardflow_builder_set_result_sharding(
    shardflow_builder* builder, shardflow_op function, int i,
    const char* sharding);
// Adds an sdy.sharding_constraint at the end of the block, and returns its
// result.
SHARDFLOW_EXPORT shardflow_value
shardflow_builder_constrain(shardflow_builder* builder, shardflow_block block,
                            shardflow_value value, const char* sharding);
// The direction in which a barrier lets shardings through.
typedef enum shardflow_flow {
  SHARDFLOW_FLOW_NONE = 0,
  SHARDFLOW_FLOW_FORWARD = 1,  // from the operand to the result
  SHARDFLOW_FLOW_BACKWARD = 2
} shardflow_flow;
// Adds an sdy.propagation_barrier at the end of the block, and returns its
// result.
SHARDFLOW_EXPORT shardflow_value
shardflow_builder_barrier(shardflow_builder* builder, shardflow_block block,
                          shardflow_value value, shardflow_flow allowed);
// Sets the user priority of a dimension in the sharding of a value. The value
// must have a sharding, and the dimension must have axes or be open. `priority`
// is at least 0.
SHARDFLOW_EXPORT bool shardflow_builder_set_priority(shardflow_builder* builder,
                                                     shardflow_value value,
                                                     int dimension,
                                                     int priority);
// Adds a value to sharding group `group`. All values in a group get the same
// sharding.
SHARDFLOW_EXPORT bool shardflow_builder_add_to_group(shardflow_builder* builder,
                                                     shardflow_value value,
                                                     int64_t group);

// Verifies and returns the program, or returns NULL if any call failed. After
// this, the builder accepts no more calls, but must still be destroyed.
SHARDFLOW_EXPORT shardflow_program* shardflow_builder_finish(
    shardflow_builder* builder, shardflow_messages* messages);

// --- a program that is propagated again while its annotations change

// A copy of a program with a record of its propagation. After an edit of its
// annotations, propagation visits only the ops that the edit affects.
// shardflow/session.h says what is guaranteed, and when a session propagates
// from scratch.
typedef struct shardflow_session shardflow_session;

typedef struct shardflow_session_options {
  size_t struct_size;
  // NULL for defaults. The session shares the registry's contents, so the
  // registry itself may be destroyed. `stop` must outlive the session.
  const shardflow_run_options* run;
  bool conservative;  // the pass option conservative-propagation
  // Whether the program is ready for propagation: sdy-import-for-propagation,
  // or a pass that you use in its place, has run on it. If not, the session
  // runs sdy-import-for-propagation first.
  bool imported;
} shardflow_session_options;

// Returns a session with a copy of the program, or NULL on error. The program's
// handles are valid in the session.
SHARDFLOW_EXPORT shardflow_session* shardflow_session_create(
    const shardflow_program* program, const shardflow_session_options* options,
    shardflow_messages* messages);
SHARDFLOW_EXPORT void shardflow_session_destroy(shardflow_session* session);

// Set a sharding, as shardflow_value_set_sharding and
// shardflow_function_set_result_sharding do. The change takes effect at the
// next propagation.
SHARDFLOW_EXPORT bool shardflow_session_set_sharding(
    shardflow_session* session, shardflow_value value, const char* sharding,
    shardflow_messages* messages);
SHARDFLOW_EXPORT bool shardflow_session_set_result_sharding(
    shardflow_session* session, shardflow_op function, int i,
    const char* sharding, shardflow_messages* messages);

// Edit the program itself. If an edit would make the program invalid, these
// return false or an empty handle, and change nothing. The next propagation is
// an update, except after shardflow_session_add_op and in the cases that
// docs/embedding.md lists; then it runs from scratch. To replace an op, add the
// new one, replace the uses of the old one's results, and erase it.

// Adds an op before another op, which must be in a function. The new op must
// not have regions. Returns the new op; shardflow_session_annotated has its
// results.
SHARDFLOW_EXPORT shardflow_op shardflow_session_add_op(
    shardflow_session* session, shardflow_op before,
    const shardflow_op_spec* op, shardflow_messages* messages);
// Replaces operand `i` of the op, counted from 0.
SHARDFLOW_EXPORT bool shardflow_session_set_operand(
    shardflow_session* session, shardflow_op op, int i, shardflow_value value,
    shardflow_messages* messages);
// Replaces all uses of `of` with `by`. Both values must have the same type.
SHARDFLOW_EXPORT bool shardflow_session_replace_uses(
    shardflow_session* session, shardflow_value of, shardflow_value by,
    shardflow_messages* messages);
// Erases an op, which must not be a terminator. Its results must not be used.
// The handles of the op and its results become invalid.
SHARDFLOW_EXPORT bool shardflow_session_erase_op(shardflow_session* session,
                                                 shardflow_op op,
                                                 shardflow_messages* messages);

// Propagates the current annotations. Returns false on error. A session gives
// each warning only once.
SHARDFLOW_EXPORT bool shardflow_session_propagate(shardflow_session* session,
                                                  shardflow_messages* messages);

// Returns the session's program as the last propagation or rollback left it or,
// before the first propagation, as it was given. The program belongs to the
// session and changes with it. Don't destroy it.
SHARDFLOW_EXPORT const shardflow_program* shardflow_session_program(
    const shardflow_session* session);
// Returns the program that the session propagates: the imported program with
// the current annotations and edits. It belongs to the session and changes with
// it. Don't destroy it.
SHARDFLOW_EXPORT const shardflow_program* shardflow_session_annotated(
    const shardflow_session* session);
// Returns a copy of the propagated program, after running the rest of
// sdy-propagation-pipeline on it (everything after propagation). Returns NULL
// on error, for example if nothing has been propagated yet.
SHARDFLOW_EXPORT shardflow_program* shardflow_session_export(
    const shardflow_session* session, shardflow_messages* messages);
// Returns the program that every device runs: what shardflow_program_partition
// makes of shardflow_session_export's program. (On the annotated program
// itself, shardflow_program_partition also propagates further at loops and
// calls, docs/execute.md.) Runs with the session's run options; `options->run`
// and `options->propagated` are ignored. Returns NULL on error.
SHARDFLOW_EXPORT shardflow_program* shardflow_session_partition(
    const shardflow_session* session,
    const shardflow_partition_options* options, shardflow_messages* messages);

// Statistics of a session.
typedef struct shardflow_session_stats {
  int64_t propagations;  // number of propagations so far
  int64_t replays;       // propagations from scratch, including the first
  // --- the last propagation

  const char* replay_reason;  // why it ran from scratch, or ""
  int64_t visits;             // number of op visits
  // The number of values and results of functions whose shardings changed. An
  // edge and the values that share its sharding count once.
  int64_t values_changed;
} shardflow_session_stats;

// Lists the values whose shardings the last propagation or rollback changed.
// Writes the first `capacity` of them to `values`, and returns how many there
// are.
SHARDFLOW_EXPORT size_t shardflow_session_changed_values(
    const shardflow_session* session, shardflow_value* values, size_t capacity);
// Lists the results of functions whose shardings the last propagation or
// rollback changed: entry k is result `indices[k]` of function `functions[k]`.
// Each array has room for `capacity` entries, or is NULL.
SHARDFLOW_EXPORT size_t shardflow_session_changed_results(
    const shardflow_session* session, shardflow_op* functions, int* indices,
    size_t capacity);

// Saves the session's state as a checkpoint, and returns its number (1, 2,
// ...), or 0 if `session` is NULL. Nothing is copied; instead, the session
// records all changes from then on.
SHARDFLOW_EXPORT int64_t
shardflow_session_checkpoint(shardflow_session* session);
// Restores the state saved by a checkpoint. Keeps this checkpoint and forgets
// later ones. Returns false, with an error, if there is no such checkpoint.
SHARDFLOW_EXPORT bool shardflow_session_rollback(shardflow_session* session,
                                                 int64_t checkpoint,
                                                 shardflow_messages* messages);
// Forgets the checkpoint and later ones. The session's state doesn't change.
// Returns false, with an error, if there is no such checkpoint.
SHARDFLOW_EXPORT bool shardflow_session_release(shardflow_session* session,
                                                int64_t checkpoint,
                                                shardflow_messages* messages);
// Returns an independent session with the same annotations, for use on another
// thread. Handles are valid in both sessions. The new session has its own copy
// of the program, and its first propagation runs from scratch.
SHARDFLOW_EXPORT shardflow_session* shardflow_session_fork(
    const shardflow_session* session);

// Returns the session's statistics. The struct belongs to the session and
// changes with the next propagation. Returns NULL if `session` is NULL.
SHARDFLOW_EXPORT const shardflow_session_stats* shardflow_session_get_stats(
    const shardflow_session* session);

// Replaces shardflow_run_options.stop for later calls. The flag must outlive
// the session, or be replaced before it is destroyed. `stop` may be NULL.
SHARDFLOW_EXPORT void shardflow_session_set_stop(shardflow_session* session,
                                                 const shardflow_stop* stop);
// Returns the approximate memory of the session in bytes; 0 for NULL.
SHARDFLOW_EXPORT int64_t
shardflow_session_memory_bytes(const shardflow_session* session);

// How an explanation is written.
typedef struct shardflow_explanation_options {
  size_t struct_size;
  bool json;  // as JSON, not as human-readable text
  bool spec;  // in text, write shardings in JAX's notation: P('x', None)
} shardflow_explanation_options;

// Explain where the sharding of a value, or of result `i` of the main function,
// in shardflow_session_program comes from, and why other axes are absent
// (docs/explain.md). These functions repeat only those visits of the last
// propagation that changed something. `options` may be NULL. Return NULL on
// error, for example if there were edits since the last propagation, or if this
// session always propagates from scratch.
SHARDFLOW_EXPORT char* shardflow_session_explain(
    shardflow_session* session, shardflow_value value,
    const shardflow_explanation_options* options, shardflow_messages* messages);
SHARDFLOW_EXPORT char* shardflow_session_explain_result(
    shardflow_session* session, int i,
    const shardflow_explanation_options* options, shardflow_messages* messages);

// What one device sends, computes and holds in one run of the session's
// program. With XLA's partitioner, shardflow_cost reports the same numbers.
typedef struct shardflow_session_price {
  int64_t wire_bytes;   // bytes that a device sends in all collectives
  int64_t collectives;  // number of collectives in the program
  int64_t flops;        // floating-point operations of a device
  int64_t arguments;    // bytes of the arguments on a device
  int64_t results;      // bytes of the results on a device
  // --- 0 without a topology
  double work_seconds;
  double communication_seconds;
  double sum_seconds;  // work and communication one after the other
  double max_seconds;  // work and communication fully overlapped
  // --- 0 unless shardflow_price_request.peak is set
  int64_t temporaries;  // bytes of temporaries at the peak
  int64_t peak;         // the peak memory in bytes

  // Whether the whole program was priced again because its price can't be
  // updated incrementally (docs/embedding.md).
  bool from_scratch;
} shardflow_session_price;

typedef struct shardflow_price_request {
  size_t struct_size;
  // The machine, as in shardflow_cost_request. If NULL, no times are computed.
  const char* topology;
  bool peak;  // also find the peak memory
} shardflow_price_request;

// Finds the cost of the program as the last propagation left it. The first call
// prices every op. Later calls price only what has changed since the previous
// call. (A call that requests times or the peak memory still reads the whole
// program.) `request` may be NULL. The result belongs to the session and
// changes with the next call. Returns NULL on error, for example if nothing has
// been propagated yet.
SHARDFLOW_EXPORT const shardflow_session_price* shardflow_session_find_price(
    shardflow_session* session, const shardflow_price_request* request,
    shardflow_messages* messages);

// --- reshards

// The steps that take a tensor from one sharding to another.
typedef struct shardflow_reshard_plan shardflow_reshard_plan;

typedef struct shardflow_reshard_request {
  size_t struct_size;
  const char* mesh;  // <["x"=2, "y"=4]>
  const char* type;  // 16x8xf32
  // The shardings before and after, such as `[{"x"}, {"y"}]` or `[{"x"},
  // {"y"}], unreduced={"z"}`.
  const char* from;
  const char* to;
  bool best;  // older form of plan = SHARDFLOW_PLAN_BEST
  shardflow_compat compat;
  shardflow_plan_choice plan;
  // The machine, as in PlanOptions::topology (shardflow/reshard.h). If NULL,
  // steps have no times, and the best plan is the one with the fewest bytes.
  const char* topology;
} shardflow_reshard_request;

typedef struct shardflow_reshard_step {
  const char* op;          // "all_gather"
  const char* axes;        // [{}, {"x"}] or [{"x"}: 0->1]; "" for a permute
  const char* sharding;    // the sharding afterwards: [{"y"}, {}]
  int64_t bytes_sent;      // by the device that sends the most
  int64_t bytes_received;  // by the device that receives the most
  int64_t local_bytes;     // bytes that a device holds after the step
  int64_t group;           // number of devices that exchange data together
  // Number of executions; exceeds 1 only inside one of your own ops. Bytes and
  // seconds are for one execution.
  int64_t times;
  double seconds;  // time of the step; 0 without a topology
} shardflow_reshard_step;

// Returns the plan of a reshard, or NULL on error.
SHARDFLOW_EXPORT shardflow_reshard_plan* shardflow_reshard_plan_create(
    const shardflow_reshard_request* request, shardflow_messages* messages);
SHARDFLOW_EXPORT void shardflow_reshard_plan_destroy(
    shardflow_reshard_plan* plan);
SHARDFLOW_EXPORT size_t
shardflow_reshard_plan_step_count(const shardflow_reshard_plan* plan);
// Returns step `i`, counted from 0, or NULL if there is none. The step belongs
// to the plan.
SHARDFLOW_EXPORT const shardflow_reshard_step* shardflow_reshard_plan_step(
    const shardflow_reshard_plan* plan, size_t i);
// Returns how many bytes of the tensor a device holds before the first step, or
// 0 if unknown (only possible for the plan of a shardflow_planned_reshard).
SHARDFLOW_EXPORT int64_t
shardflow_reshard_plan_local_bytes(const shardflow_reshard_plan* plan);

// The communication in a program, in program order: its reshards and its
// collectives. A reshard that hasn't been lowered is a single step, "reshard",
// with 0 for its unknown bytes.
typedef struct shardflow_communication shardflow_communication;

typedef struct shardflow_planned_reshard {
  shardflow_value before;  // the value before the first step
  shardflow_value after;   // the value after the last step
  const shardflow_reshard_plan* plan;
  // If not empty, this op runs all steps internally, and `before` and `after`
  // are empty.
  shardflow_op inside;
} shardflow_planned_reshard;

// Lists the communication in a program. Returns NULL if the program is NULL or
// a pass has failed on it.
SHARDFLOW_EXPORT shardflow_communication* shardflow_communication_create(
    const shardflow_program* program);
// Like shardflow_communication_create, but also lists the collectives that ops
// run internally (see shardflow_registry_set_communication_function). Returns
// NULL if a callback in the registry adds an invalid collective.
SHARDFLOW_EXPORT shardflow_communication* shardflow_communication_create_with(
    const shardflow_program* program, const shardflow_registry* registry,
    shardflow_messages* messages);
SHARDFLOW_EXPORT void shardflow_communication_destroy(
    shardflow_communication* communication);
SHARDFLOW_EXPORT size_t
shardflow_communication_count(const shardflow_communication* communication);
// Returns reshard `i`, counted from 0, or NULL if there is none. It belongs to
// `communication`.
SHARDFLOW_EXPORT const shardflow_planned_reshard* shardflow_communication_at(
    const shardflow_communication* communication, size_t i);

// --- where a sharding comes from (docs/explain.md)

typedef struct shardflow_explain_request {
  size_t struct_size;
  // The function that contains the value. NULL stands for the main function
  // (@main or the only function) or, if that has no value with this name in the
  // text, the only other function that has one.
  const char* function;
  // The name of the value: its name in the text ("%5", "%5#1", "%arg0"), the
  // user's name for it, or a position ("arg/3"), as in ExplainRequest::value
  // (shardflow/explain.h). If NULL, `is_result` and `index` identify the value.
  const char* value;
  // If `value` is NULL: explain result `index` of the function if `is_result`
  // is set, otherwise argument `index`.
  bool is_result;
  int index;
  // The line that defines the value. Only needed if several values in the
  // function have this name; otherwise 0.
  int line;
  bool json;                         // return JSON, not human-readable text
  bool conservative;                 // the pass option conservative-propagation
  const shardflow_run_options* run;  // NULL for defaults
  // Also try shardings that would give the value an axis that it lacks, and
  // report their effects. Each attempt propagates the program again.
  bool fixes;
  bool spec;  // in text, write shardings in JAX's notation: P('x', None)
} shardflow_explain_request;

// Propagates a copy of the program, and returns an explanation of where each
// axis in the value's sharding comes from, and why other axes are absent.
// Returns NULL on error.
SHARDFLOW_EXPORT char* shardflow_explain(
    const shardflow_program* program, const shardflow_explain_request* request,
    shardflow_messages* messages);

// --- the cost of a program on a device, and probable mistakes in its shardings
// (docs/cost.md, docs/lint.md)

typedef struct shardflow_cost_request {
  size_t struct_size;
  // The machine: a name, such as "h100:2x8", or the text of a TOML file. If
  // NULL, no times are computed.
  const char* topology;
  // Partition the program as `shardflow partition` does, not as XLA does.
  bool lowered_by_shardflow;
  // Propagate a copy of the program first.
  bool propagate;
  // Return JSON (schemas/cost-1.schema.json), not human-readable text.
  bool json;
  bool curve;                        // in JSON, also show the memory over time
  const shardflow_run_options* run;  // NULL for defaults
} shardflow_cost_request;

// Estimates the cost of the program on a device. Returns a report as text or
// JSON, or NULL on error. The program doesn't change.
SHARDFLOW_EXPORT char* shardflow_cost(const shardflow_program* program,
                                      const shardflow_cost_request* request,
                                      shardflow_messages* messages);

typedef enum shardflow_lint_form {
  SHARDFLOW_LINT_TEXT = 0,
  SHARDFLOW_LINT_JSON = 1,  // schemas/lint-1.schema.json
  SHARDFLOW_LINT_SARIF = 2
} shardflow_lint_form;

typedef struct shardflow_lint_request {
  size_t struct_size;
  const char* const* allow;  // findings to leave out, as in LintOptions::allow
  size_t allow_count;
  // Replicated tensors with fewer bytes are left out; 0 means 64 MiB.
  int64_t large;
  int form;                          // one of shardflow_lint_form
  const shardflow_run_options* run;  // NULL for defaults
} shardflow_lint_request;

// Returns the findings in the requested form, or NULL on error. Sets
// `*warnings` to the number of warnings among them; `warnings` may be NULL.
SHARDFLOW_EXPORT char* shardflow_lint(const shardflow_program* program,
                                      const shardflow_lint_request* request,
                                      size_t* warnings,
                                      shardflow_messages* messages);

// --- searching for shardings (docs/auto.md)

typedef struct shardflow_auto_request {
  size_t struct_size;
  // The mesh, such as `<["x"=8]>`, or "auto:8" for the best mesh of eight
  // devices. If NULL, the program's own mesh is used.
  const char* mesh;
  const char* topology;  // a name ("h100:2x8") or the text of a TOML file
  int64_t memory;        // memory of a device in bytes; 0 for no limit
  uint64_t seed;         // seed of the search's random numbers
  // The maximum number of plans to price. 0 means no limit if `seconds` is set,
  // otherwise a limit that depends on the program's size.
  uint64_t steps;
  double seconds;  // how long to search; 0 for no limit on time
  // The flag that ends the search early, or NULL. If the search ends early, the
  // answer is the best plan so far. The flag must outlive the call.
  const shardflow_stop* stop;
  const shardflow_run_options* run;  // NULL for defaults
  // Whether plans may change the program's own shardings.
  bool reconsider;
} shardflow_auto_request;

// Searches for the shardings that make the program run fastest. Returns the
// program with shardings on its arguments and constraints in its body, taken
// from the fastest plan that fits into memory or, if none fits, the plan with
// the lowest peak memory. Sets `*fits` to whether it fits; `fits` may be NULL.
// Returns NULL on error.
SHARDFLOW_EXPORT shardflow_program* shardflow_auto(
    const shardflow_program* program, const shardflow_auto_request* request,
    bool* fits, shardflow_messages* messages);

// --- JSON in, JSON out (docs/json.md)

// Returns the reply to a request of `shardflow serve`, on one line, without a
// newline at the end. If the request is invalid, the reply is an error. Sets
// `*ok` to whether the reply is a result, not an error; `ok` may be NULL.
// Returns NULL only if `request` is NULL.
SHARDFLOW_EXPORT char* shardflow_answer_json(const char* request, size_t size,
                                             bool* ok);

// --- GSPMD's shardings (HloSharding)

typedef enum shardflow_hlo_form {
  SHARDFLOW_HLO_V2 = 0,  // {devices=[4,2]<=[2,4]T(1,0)}; falls back to V1
  SHARDFLOW_HLO_V1 = 1,  // {devices=[4,2]0,4,1,5,2,6,3,7}
  SHARDFLOW_HLO_V3 = 3,  // {mesh['x'=2,'y'=4], [{'y'}, {'x'}]}
  // The form of the given text; V2 if it has no form of its own.
  SHARDFLOW_HLO_AS_GIVEN = 4
} shardflow_hlo_form;

// Converts a Shardy sharding to an HloSharding. `mesh` is written like
// `<["x"=2, "y"=4]>`, and `sharding` like `[{"y"}, {"x"}]` or as an attribute
// that contains this. `manual_axes` are the manual axes of the enclosing manual
// computation. Returns NULL on error; the error's "file" is "<mesh>" or
// "<sharding>", and its column is a position in that text.
SHARDFLOW_EXPORT char* shardflow_to_hlo_sharding(const char* mesh,
                                                 const char* sharding,
                                                 shardflow_hlo_form form,
                                                 const char* const* manual_axes,
                                                 size_t manual_axis_count,
                                                 shardflow_messages* messages);

// Shardings converted from HloShardings. All are on the same mesh.
typedef struct shardflow_imported_shardings shardflow_imported_shardings;

typedef struct shardflow_imported_sharding {
  const char* sharding;  // [{"_axis_1"}, {"_axis_0"}]
  // The axes along which the HloSharding is manual.
  const char* const* manual_axes;
  size_t manual_axis_count;
} shardflow_imported_sharding;

// Converts HloShardings to shardings on `mesh`. If `mesh` is NULL, the coarsest
// mesh that fits all of them is used. `rank` is the rank of the tensors, for
// shardings that don't show it, or -1 if unknown. Returns NULL on error; if
// text i is at fault, the error's "file" is "<sharding i>".
SHARDFLOW_EXPORT shardflow_imported_shardings*
shardflow_imported_shardings_create(const char* const* shardings, size_t count,
                                    const char* mesh, int rank,
                                    shardflow_messages* messages);
SHARDFLOW_EXPORT void shardflow_imported_shardings_destroy(
    shardflow_imported_shardings* imported);
SHARDFLOW_EXPORT size_t shardflow_imported_shardings_count(
    const shardflow_imported_shardings* imported);
// Returns the mesh, such as <["_axis_0"=2, "_axis_1"=4]>.
SHARDFLOW_EXPORT const char* shardflow_imported_shardings_mesh(
    const shardflow_imported_shardings* imported);
// Returns sharding `i`, counted from 0, or NULL if there is none. It belongs to
// `imported`.
SHARDFLOW_EXPORT const shardflow_imported_sharding*
shardflow_imported_shardings_at(const shardflow_imported_shardings* imported,
                                size_t i);

// Returns the HloSharding as XLA prints it, in the given form, or NULL on
// error.
SHARDFLOW_EXPORT char* shardflow_normalize_hlo_sharding(
    const char* sharding, shardflow_hlo_form form,
    shardflow_messages* messages);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif  // SHARDFLOW_C_H_
