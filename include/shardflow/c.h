#ifndef SHARDFLOW_C_H_
#define SHARDFLOW_C_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "shardflow/version.h"

// shardflow for C (C99 or later), C++ (C++11 or later) and other languages that
// can call C.
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
// Ownership. You own what functions named *_create, *_read, *_clone, *_finish,
// *_fork, *_export and *_auto return; pass each object to the *_destroy
// function of its type. You also own every returned `char*`, a text that ends
// in '\0'; pass it to shardflow_free. A returned `const char*` belongs to the
// object that you passed, and is valid until that object changes or is
// destroyed. Nothing that you pass in is kept after the call, except where a
// comment says so (registries, user data of callbacks).
//
// Errors. A function that fails returns NULL, false or an empty handle, and
// adds an error to `messages`, which may be NULL. Any pointer may be NULL:
// unless NULL has a meaning given here, the function fails with a message or
// does nothing. No input ends the process; running out of memory does.
//
// Threads. An object is for one thread at a time; different objects are
// independent. Many threads may pass the same object as const while none
// changes it, and many runs may share a registry.
//
// Options. Structs of options begin with their size so that they can grow: zero
// the whole struct, then set struct_size. Zero is the default of every other
// field, and NULL instead of a struct means all defaults. It is an error to use
// what this version does not know: an enum value, or a field past the end of
// its struct.
//
//   shardflow_run_options options = {.struct_size = sizeof options};
//   options.compat = SHARDFLOW_COMPAT_JAXLIB_0_12;
//
// Lists. A function with `out` and `capacity` writes at most `capacity` items
// and returns how many there are. With NULL and 0 it only counts.
//
// Shardings are text, as Shardy writes them:
// `#sdy.sharding<@mesh, [{"data"}, {?}]>`.

#pragma GCC visibility push(default)
#ifdef __cplusplus
extern "C" {
#endif

// Returns the version of the linked library, "major.minor.patch".
// SHARDFLOW_VERSION_STRING is the version of this header.
const char* shardflow_version(void);

// Frees text that a function returned. NULL does nothing.
void shardflow_free(char* text);

// --- messages

// A list of errors, warnings, remarks and notes, in order.
typedef struct shardflow_messages shardflow_messages;

typedef enum shardflow_message_kind {
  SHARDFLOW_MESSAGE_ERROR = 0,
  SHARDFLOW_MESSAGE_WARNING = 1,
  SHARDFLOW_MESSAGE_REMARK = 2,
  SHARDFLOW_MESSAGE_NOTE = 3
} shardflow_message_kind;

// What kind of error it is, for programs to act on. (The text is for people.)
typedef enum shardflow_error_code {
  SHARDFLOW_ERROR_NONE = 0,              // not an error
  SHARDFLOW_ERROR_INVALID_INPUT = 1,     // a bad program, rule or request
  SHARDFLOW_ERROR_INVALID_ARGUMENT = 2,  // a wrong call
  SHARDFLOW_ERROR_LIMIT_EXCEEDED = 3,    // too large, or nested too deeply
  SHARDFLOW_ERROR_READ_FAILED = 4,       // a file cannot be read
  SHARDFLOW_ERROR_WRITE_FAILED = 5,      // a file cannot be written
  SHARDFLOW_ERROR_STOPPED = 6,           // the run was stopped
  SHARDFLOW_ERROR_INTERNAL = 7           // a bug in shardflow
} shardflow_error_code;

// A message. Its text belongs to the list.
typedef struct shardflow_message {
  shardflow_message_kind kind;
  shardflow_error_code code;
  const char* file;  // "" if unknown
  int line;          // from 1; 0 if unknown
  int column;        // from 1, in bytes; 0 if unknown
  const char* text;
  const char* excerpt;  // the source line, and a caret under it; or ""
  size_t note_count;    // notes of this message; they have no notes themselves
} shardflow_message;

shardflow_messages* shardflow_messages_create(void);
void shardflow_messages_destroy(shardflow_messages* messages);
// Removes all messages.
void shardflow_messages_clear(shardflow_messages* messages);
size_t shardflow_messages_count(const shardflow_messages* messages);
bool shardflow_messages_has_error(const shardflow_messages* messages);
// Returns NULL if there is no such message. The pointer is valid until the list
// is cleared or destroyed.
const shardflow_message* shardflow_messages_at(
    const shardflow_messages* messages, size_t i);
const shardflow_message* shardflow_message_note(
    const shardflow_message* message, size_t i);
// Returns "file:line:column: error: text", the excerpt and the notes, each line
// ending in '\n'. Returns "" for NULL.
char* shardflow_message_print(const shardflow_message* message);

// --- ops of your own; docs/rules.md describes the text of rules

typedef struct shardflow_registry shardflow_registry;

shardflow_registry* shardflow_registry_create(void);
void shardflow_registry_destroy(shardflow_registry* registry);

// Adds a rule. `op` is the name of an op, or "@target" for custom calls. Rules
// for the same name are tried in the order in which they were added.
bool shardflow_registry_add_rule(shardflow_registry* registry, const char* op,
                                 const char* rule,
                                 shardflow_messages* messages);
// Adds a file of rules, text or JSON; messages call it `name`. After an error
// it adds nothing and returns false.
bool shardflow_registry_read_rules(shardflow_registry* registry,
                                   const char* name, const char* text,
                                   size_t size, shardflow_messages* messages);

typedef enum shardflow_op_traits {
  SHARDFLOW_OP_PURE = 1,         // removed when nothing uses its results
  SHARDFLOW_OP_ELEMENTWISE = 2,  // op-priority propagation starts with these
  SHARDFLOW_OP_TERMINATOR = 4    // ends a block
} shardflow_op_traits;

// Sets the traits of an op that shardflow doesn't know; known ops keep their
// own. `traits` is a sum of shardflow_op_traits.
bool shardflow_registry_set_traits(shardflow_registry* registry, const char* op,
                                   unsigned traits,
                                   shardflow_messages* messages);

// An op as a callback sees it. It is only valid while the callback runs.
typedef struct shardflow_op_view shardflow_op_view;
// Receives the answer of a callback.
typedef struct shardflow_rule_answer shardflow_rule_answer;

// A callback that sets the text of the op's rule, or nothing if the op has
// none. The answer must depend only on what the view shows, because the
// function is called only once for ops that look the same. Several threads may
// call it at once. It must not throw or longjmp.
typedef void (*shardflow_rule_function)(void* user, const shardflow_op_view* op,
                                        shardflow_rule_answer* answer);

// Adds a rule function, which is called with `user`. When the registry and all
// sessions that use it have been destroyed (or at once, if this call fails),
// `destroy_user` is called with `user`, unless it is NULL.
bool shardflow_registry_add_rule_function(
    shardflow_registry* registry, const char* op, shardflow_rule_function rule,
    void* user, void (*destroy_user)(void* user), shardflow_messages* messages);
void shardflow_rule_answer_set(shardflow_rule_answer* answer, const char* rule);

// Returns the name, such as "my.matmul".
char* shardflow_op_view_name(const shardflow_op_view* op);
int shardflow_op_view_operand_count(const shardflow_op_view* op);
int shardflow_op_view_result_count(const shardflow_op_view* op);
// Writes the sizes of at most `capacity` dimensions, -1 for one that isn't
// static. Returns the rank, or -1 if it is unknown or there is no such tensor.
int shardflow_op_view_operand_shape(const shardflow_op_view* op, int i,
                                    int64_t* out, size_t capacity);
int shardflow_op_view_result_shape(const shardflow_op_view* op, int i,
                                   int64_t* out, size_t capacity);
// Reads an attribute, given by name or by path inside dictionaries
// ("config/axis"). Returns false if it is missing or isn't an integer. `true`
// reads as 1.
bool shardflow_op_view_integer(const shardflow_op_view* op, const char* path,
                               int64_t* out);
// Returns NULL if the attribute is missing or isn't a string.
char* shardflow_op_view_string(const shardflow_op_view* op, const char* path);
// Reads an attribute such as array<i64: 0, 1>.
size_t shardflow_op_view_integers(const shardflow_op_view* op, const char* path,
                                  int64_t* out, size_t capacity);
int shardflow_op_view_region_count(const shardflow_op_view* op);
// Return the number of arguments of a region's first block, and of operands of
// that block's terminator.
int shardflow_op_view_argument_count(const shardflow_op_view* op, int region);
int shardflow_op_view_terminator_operand_count(const shardflow_op_view* op,
                                               int region);

// One end of a data-flow edge of an op. A source is operand `index` of the op
// (region -1) or of a region's terminator. A target is result `index` of the op
// (region -1) or argument `index` of a region.
typedef struct shardflow_edge_end {
  int region;
  int index;
} shardflow_edge_end;
// Receives the answer of a callback.
typedef struct shardflow_edges_answer shardflow_edges_answer;

// A callback that adds the data-flow edges of an op with regions, such as a
// loop, in the order in which passes visit them. What is said of
// shardflow_rule_function also applies here.
typedef void (*shardflow_edges_function)(void* user,
                                         const shardflow_op_view* op,
                                         shardflow_edges_answer* answer);

// Sets the function that adds the edges of an op that shardflow doesn't know.
// It replaces an earlier function for the same name. `user` and `destroy_user`
// are as in shardflow_registry_add_rule_function.
bool shardflow_registry_set_edges_function(shardflow_registry* registry,
                                           const char* op,
                                           shardflow_edges_function edges,
                                           void* user,
                                           void (*destroy_user)(void* user),
                                           shardflow_messages* messages);
// Adds an edge. Its targets and sources are sharded in the same way. `owner` is
// the target that holds the sharding; it must not own another edge. Ends that
// the op doesn't have are ignored.
void shardflow_edges_answer_add(shardflow_edges_answer* answer,
                                shardflow_edge_end owner,
                                const shardflow_edge_end* other_targets,
                                size_t other_target_count,
                                const shardflow_edge_end* sources,
                                size_t source_count);

// --- programs

typedef struct shardflow_program shardflow_program;

// The version of Shardy whose behaviour to follow where versions differ; see
// docs/differences.md.
typedef enum shardflow_compat {
  SHARDFLOW_COMPAT_SHARDY_2026_08 = 0,
  SHARDFLOW_COMPAT_JAXLIB_0_12 = 1
} shardflow_compat;

typedef struct shardflow_read_options {
  size_t struct_size;
  // Accept ops of unknown dialects, in generic form.
  bool allow_unregistered_dialect;
  // Don't run the verifier, which checks mesh names, ranks, axes, ... Only for
  // programs that have been verified before.
  bool skip_verification;
  // The number of the text's first line, for messages; 0 means 1.
  int first_line;
  // Remember the names of values in the text, for shardflow_explain.
  bool keep_names;
} shardflow_read_options;

// A flag with which another thread can end runs. Many runs may share a flag.
typedef struct shardflow_stop shardflow_stop;
shardflow_stop* shardflow_stop_create(void);
void shardflow_stop_destroy(shardflow_stop* stop);
// Sets the flag to `stopped`. While it is true, runs that use it end soon, with
// the error "the run was stopped". May be called from any thread.
void shardflow_stop_set(shardflow_stop* stop, bool stopped);

typedef struct shardflow_run_options {
  size_t struct_size;
  shardflow_compat compat;
  // The rules for your own ops, or NULL. The registry must outlive the run.
  const shardflow_registry* registry;
  // Also use sharding rules for ops that Shardy has no rules for: all of chlo.
  bool extra_rules;
  // Verify the program after the pass. Verification errors have the code
  // SHARDFLOW_ERROR_INTERNAL, except in sessions.
  bool verify_after;
  // Ends the run when it is set. It must outlive the run. May be NULL.
  const shardflow_stop* stop;
  // Predict what JAX (jaxlib 0.12, on CPU) does with the program: pipelines
  // that propagate start with the steps that XLA takes before Shardy runs
  // (docs/jax.md), and `compat` and `extra_rules` are as in jaxlib. A session
  // starts with these steps, too.
  bool jax;
} shardflow_run_options;

typedef struct shardflow_print_options {
  size_t struct_size;
  bool debug_info;    // print locations
  bool local_scope;   // print no aliases
  bool generic_form;  // print every op as "dialect.op"(...)
  bool json;          // print JSON (docs/json.md)
} shardflow_print_options;

// Reads `size` bytes: StableHLO and sdy text, JSON (docs/json.md) or a portable
// artifact (docs/artifacts.md). Messages call it `name`.
shardflow_program* shardflow_program_read(const char* name, const char* text,
                                          size_t size,
                                          const shardflow_read_options* options,
                                          shardflow_messages* messages);
// Returns a deep copy.
shardflow_program* shardflow_program_clone(const shardflow_program* program);
void shardflow_program_destroy(shardflow_program* program);

// Runs a pass or pipeline by its name, with options such as "a=true b=3", or
// NULL for none. An unknown pass or option changes nothing. After any other
// error the program can only be destroyed; all other calls on it fail.
bool shardflow_program_run(shardflow_program* program, const char* pass,
                           const char* pass_options,
                           const shardflow_run_options* options,
                           shardflow_messages* messages);
// The steps of a compiler: propagate the shardings of annotations; insert an
// sdy.reshard wherever an op needs another sharding; replace the reshards with
// collectives. shardflow/passes.h says which passes they run.
bool shardflow_program_propagate(shardflow_program* program,
                                 const shardflow_run_options* options,
                                 shardflow_messages* messages);
bool shardflow_program_insert_reshards(shardflow_program* program,
                                       const shardflow_run_options* options,
                                       shardflow_messages* messages);
bool shardflow_program_lower_to_collectives(
    shardflow_program* program, const shardflow_run_options* options,
    shardflow_messages* messages);

typedef struct shardflow_partition_options {
  size_t struct_size;
  const shardflow_run_options* run;  // NULL for defaults
  // The program has been propagated already. If false, it is propagated first.
  bool propagated;
  bool best_plan;  // plan reshards that send the fewest bytes
  // no_halo: replicate dimensions along which an op moves elements.
  // always_gather: gather a tensor even if each device could compute all of it
  // in less time. save_memory: gather a tensor again for each use instead of
  // keeping it. replicas: distinguish devices by replica_id.
  bool no_halo;
  bool always_gather;
  bool save_memory;
  bool replicas;
  // Check the collectives of the result.
  bool check;
  // The most bytes in an all_reduce that is combined from several. 0: the
  // default (30 MiB); negative: combine none.
  int64_t combine_bytes;
  // Combine all_gathers, too. XLA's compiler for CPUs miscompiles some combined
  // all_gathers.
  bool combine_gathers;
} shardflow_partition_options;
// Turns the program into the one that every device runs (docs/execute.md).
bool shardflow_program_partition(shardflow_program* program,
                                 const shardflow_partition_options* options,
                                 shardflow_messages* messages);

// Whether there is a pass or pipeline of this name.
bool shardflow_is_pass(const char* name);
// Parses "shardy-2026-08" or "jaxlib-0.12". For any other name it returns false
// and leaves `compat` unchanged.
bool shardflow_parse_compat(const char* name, shardflow_compat* compat);

// Returns the program as text, byte for byte as MLIR prints it, or as JSON.
// shardflow_program_read turns either back into the same program. `size` may be
// NULL.
char* shardflow_program_print(const shardflow_program* program,
                              const shardflow_print_options* options,
                              size_t* size);
// Receives a piece of text without a '\0' at its end. Returns false to stop.
typedef bool (*shardflow_sink)(void* user, const char* text, size_t size);
// Passes the text to `sink` in pieces of about 64 KiB. Returns false if `sink`
// does.
bool shardflow_program_print_to(const shardflow_program* program,
                                const shardflow_print_options* options,
                                shardflow_sink sink, void* user);
// Returns the program as a portable artifact of StableHLO (docs/artifacts.md),
// for readers of `version` and newer ones ("1.18.0"; NULL for the newest known
// version): `*size` bytes, some of which may be '\0'. Returns NULL after an
// error. `size` must not be NULL.
char* shardflow_program_write_artifact(const shardflow_program* program,
                                       const char* version, size_t* size,
                                       shardflow_messages* messages);
// Returns the number of operations in the program, without the module itself.
int64_t shardflow_program_op_count(const shardflow_program* program);

// --- the values, ops and blocks of a program

// Handles identify values, ops and blocks. A builder's handles are valid in the
// program that it returns and in clones of that program, before and after
// passes, until a pass removes what they refer to. A handle with origin 0 is
// empty.
//
// For an empty handle, a handle of another program, or a handle whose value, op
// or block was removed, functions return an empty handle, NULL, false, 0, or -1
// for a rank.
typedef struct shardflow_value {  // the result of an op, or an argument
  uint64_t origin;
  int32_t index;
} shardflow_value;
typedef struct shardflow_op {  // an operation; functions are operations
  uint64_t origin;
  int32_t index;
} shardflow_op;
typedef struct shardflow_block {  // a list of operations, with arguments
  uint64_t origin;
  int32_t index;
} shardflow_block;

// Returns the functions at the top level, in the order of the program.
size_t shardflow_program_functions(const shardflow_program* program,
                                   shardflow_op* out, size_t capacity);
shardflow_op shardflow_program_find_function(const shardflow_program* program,
                                             const char* name);
// Returns the values that the function returns.
size_t shardflow_function_returned(const shardflow_program* program,
                                   shardflow_op function, shardflow_value* out,
                                   size_t capacity);
// Returns the sharding of result `i` in the signature of a function, or NULL.
char* shardflow_function_result_sharding(const shardflow_program* program,
                                         shardflow_op function, int i);

// Returns the user's name for result `i`, "result[0]['loss']", or NULL.
char* shardflow_function_result_label(const shardflow_program* program,
                                      shardflow_op function, int i);
// Returns the values of a function whose labels match the pattern, such as
// "params/*/wq" or "block0/**/dot_general". Arguments come first.
size_t shardflow_function_find_labelled(const shardflow_program* program,
                                        shardflow_op function,
                                        const char* pattern,
                                        shardflow_value* out, size_t capacity);

// Returns the name, such as "stablehlo.add".
char* shardflow_op_name(const shardflow_program* program, shardflow_op op);
// Returns the name of a function or a mesh, "main", or NULL if it has none.
char* shardflow_op_symbol(const shardflow_program* program, shardflow_op op);
// Returns the name stack, "jit(step)/jvp(block0)/mul", or NULL if unknown.
char* shardflow_op_name_stack(const shardflow_program* program,
                              shardflow_op op);
// Returns an attribute of the op, in MLIR's notation, or NULL.
char* shardflow_op_attribute(const shardflow_program* program, shardflow_op op,
                             const char* name);
size_t shardflow_op_operands(const shardflow_program* program, shardflow_op op,
                             shardflow_value* out, size_t capacity);
size_t shardflow_op_results(const shardflow_program* program, shardflow_op op,
                            shardflow_value* out, size_t capacity);
int shardflow_op_region_count(const shardflow_program* program,
                              shardflow_op op);
size_t shardflow_op_blocks(const shardflow_program* program, shardflow_op op,
                           int region, shardflow_block* out, size_t capacity);
// Returns the first block of the first region, which is the body of a function.
shardflow_block shardflow_op_body(const shardflow_program* program,
                                  shardflow_op op);
size_t shardflow_block_ops(const shardflow_program* program,
                           shardflow_block block, shardflow_op* out,
                           size_t capacity);
size_t shardflow_block_arguments(const shardflow_program* program,
                                 shardflow_block block, shardflow_value* out,
                                 size_t capacity);

// Returns an empty handle if the value is the argument of a block.
shardflow_op shardflow_value_defining_op(const shardflow_program* program,
                                         shardflow_value value);
// Returns the users, newest use first, as in MLIR.
size_t shardflow_value_users(const shardflow_program* program,
                             shardflow_value value, shardflow_op* out,
                             size_t capacity);
// Returns the type, such as "tensor<8x16xf32>".
char* shardflow_value_type(const shardflow_program* program,
                           shardflow_value value);
// Writes the sizes of at most `capacity` dimensions, -1 for one that isn't
// static. Returns the rank, or -1 if the value isn't a tensor of known rank.
int shardflow_value_shape(const shardflow_program* program,
                          shardflow_value value, int64_t* out, size_t capacity);
// Returns the sharding as the ops that use the value see it, or NULL.
char* shardflow_value_sharding(const shardflow_program* program,
                               shardflow_value value);
// Returns the sharding in JAX's notation, "P('x', None)", or NULL.
char* shardflow_value_spec(const shardflow_program* program,
                           shardflow_value value);
// Returns the user's name for the value: "params['layer0']['wq']" for an
// argument, "block0/attention/mul" for an op's result. NULL if unknown.
char* shardflow_value_label(const shardflow_program* program,
                            shardflow_value value);
// Returns the rank and writes the shape on one device, which is the whole shape
// if there is no sharding. In the body of an sdy.manual_computation shapes are
// already local to the manual axes; this divides them further.
int shardflow_value_local_shape(const shardflow_program* program,
                                shardflow_value value, int64_t* out,
                                size_t capacity);
// Finds what each device holds. Returns the number of devices, or 0 if the
// value has no sharding or there are more than 2^20 devices. For at most
// `capacity` of them, in mesh order, it writes the device id and, for each
// dimension, the first element and the number of elements (`offsets` and
// `sizes` have room for `capacity` times the rank). Each of the three arrays
// may be NULL.
size_t shardflow_value_slices(const shardflow_program* program,
                              shardflow_value value, int64_t* devices,
                              int64_t* offsets, int64_t* sizes,
                              size_t capacity);

// Sets the sharding of an argument of a function or sdy.manual_computation, or
// of a result of an op; NULL removes it. The sharding must name a mesh of the
// program, have the value's rank, and use only axes of the mesh, each at most
// once. After an error nothing has changed.
bool shardflow_value_set_sharding(shardflow_program* program,
                                  shardflow_value value, const char* sharding,
                                  shardflow_messages* messages);
bool shardflow_function_set_result_sharding(shardflow_program* program,
                                            shardflow_op function, int i,
                                            const char* sharding,
                                            shardflow_messages* messages);

// --- building a program

typedef struct shardflow_builder shardflow_builder;

typedef struct shardflow_mesh_axis {
  const char* name;
  int64_t size;  // number of devices along it, at least 1
} shardflow_mesh_axis;

// An attribute "name = value". The value is in MLIR's notation: "3 : i64",
// "dense<0> : ...".
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
  int regions;       // shardflow_builder_add_block fills them
  const char* file;  // a place in your own source, or NULL
  int line;
  int column;
} shardflow_op_spec;

shardflow_builder* shardflow_builder_create(void);
void shardflow_builder_destroy(shardflow_builder* builder);

// Builds a program. A wrong call returns false or an empty handle, and so does
// a call with that empty handle. It is enough to check what
// shardflow_builder_finish returns, because it reports the messages of all
// calls.

// Adds a mesh. It must be added before a sharding uses it. The device at
// position p (the last axis changes fastest) is device_ids[p], or p if there
// are no device_ids.
bool shardflow_builder_add_mesh(shardflow_builder* builder, const char* name,
                                const shardflow_mesh_axis* axes,
                                size_t axis_count, const int64_t* device_ids,
                                size_t device_count);
// Adds a function with a body of one block, and arguments of these types.
shardflow_op shardflow_builder_add_function(shardflow_builder* builder,
                                            const char* name,
                                            const char* const* argument_types,
                                            size_t argument_count,
                                            bool is_private);
shardflow_block shardflow_builder_body(shardflow_builder* builder,
                                       shardflow_op function);
shardflow_value shardflow_builder_argument(shardflow_builder* builder,
                                           shardflow_block block, int i);
// Adds an op at the end of the block.
shardflow_op shardflow_builder_add_op(shardflow_builder* builder,
                                      shardflow_block block,
                                      const shardflow_op_spec* op);
shardflow_value shardflow_builder_result(shardflow_builder* builder,
                                         shardflow_op op, int i);
// Adds a block at the end of a region of `op`; regions count from 0.
shardflow_block shardflow_builder_add_block(shardflow_builder* builder,
                                            shardflow_op op, int region,
                                            const char* const* argument_types,
                                            size_t argument_count);
// Ends the body of a function, whose results then have the types of `values`.
shardflow_op shardflow_builder_return(shardflow_builder* builder,
                                      shardflow_op function,
                                      const shardflow_value* values,
                                      size_t count);

// See shardflow_value_set_sharding.
bool shardflow_builder_set_sharding(shardflow_builder* builder,
                                    shardflow_value value,
                                    const char* sharding);
// Sets the sharding of result `i` of a function. Call shardflow_builder_return
// first.
bool shardflow_builder_set_result_sharding(shardflow_builder* builder,
                                           shardflow_op function, int i,
                                           const char* sharding);
// Adds an sdy.sharding_constraint at the end of the block; returns its result.
shardflow_value shardflow_builder_constrain(shardflow_builder* builder,
                                            shardflow_block block,
                                            shardflow_value value,
                                            const char* sharding);
// Adds a value to a sharding group, whose values all get the same sharding.
bool shardflow_builder_add_to_group(shardflow_builder* builder,
                                    shardflow_value value, int64_t group);

// Returns the verified program. The builder then accepts no more calls, but
// must still be destroyed.
shardflow_program* shardflow_builder_finish(shardflow_builder* builder,
                                            shardflow_messages* messages);

// --- a program that is propagated again while its annotations change

// Keeps a copy of a program and a record of its propagation, so that after an
// edit only the ops affected by it are visited again. shardflow/session.h says
// what is guaranteed, and when the session starts from scratch.
typedef struct shardflow_session shardflow_session;

typedef struct shardflow_session_options {
  size_t struct_size;
  // NULL for defaults. The session keeps the contents of the registry.
  const shardflow_run_options* run;
  bool conservative;  // the pass option conservative-propagation
  // The program is ready for propagation: sdy-import-for-propagation, or what
  // you use instead, has run. If false, the session starts with that pass.
  bool imported;
} shardflow_session_options;

// Returns NULL after an error. The program's handles are valid in the session.
shardflow_session* shardflow_session_create(
    const shardflow_program* program, const shardflow_session_options* options,
    shardflow_messages* messages);
void shardflow_session_destroy(shardflow_session* session);

// See shardflow_value_set_sharding and shardflow_function_set_result_sharding.
// The change takes effect with the next propagation.
bool shardflow_session_set_sharding(shardflow_session* session,
                                    shardflow_value value, const char* sharding,
                                    shardflow_messages* messages);
bool shardflow_session_set_result_sharding(shardflow_session* session,
                                           shardflow_op function, int i,
                                           const char* sharding,
                                           shardflow_messages* messages);
// Propagates. A session gives each warning only once.
bool shardflow_session_propagate(shardflow_session* session,
                                 shardflow_messages* messages);

// Returns the program as the last propagation left it. It belongs to the
// session and changes with the next propagation.
const shardflow_program* shardflow_session_program(
    const shardflow_session* session);
// Copies the program, runs the rest of sdy-propagation-pipeline (everything
// after propagation) on the copy, and returns it; you own it. Returns NULL
// after an error.
shardflow_program* shardflow_session_export(const shardflow_session* session,
                                            shardflow_messages* messages);

typedef struct shardflow_session_stats {
  int64_t propagations;
  int64_t replays;  // how many of them ran from scratch, including the first
  // Why the last one ran from scratch, or "".
  const char* replay_reason;
  int64_t visits;          // visits of ops in the last one
  int64_t values_changed;  // values whose shardings it changed
} shardflow_session_stats;

// Finds the values whose shardings differ from those before the last
// propagation or rollback, and writes the first `capacity` of them to `values`,
// which may be NULL if `capacity` is 0. Returns how many there are.
size_t shardflow_session_changed_values(const shardflow_session* session,
                                        shardflow_value* values,
                                        size_t capacity);
// Does the same for results of functions: element k is result `indices[k]` of
// `functions[k]`.
size_t shardflow_session_changed_results(const shardflow_session* session,
                                         shardflow_op* functions, int* indices,
                                         size_t capacity);

// Saves the state and returns its number, counted from 1; 0 if `session` is
// NULL. Nothing is copied: from now on the session records what changes.
int64_t shardflow_session_checkpoint(shardflow_session* session);
// Restores the saved state. Forgets later checkpoints, but keeps this one.
bool shardflow_session_rollback(shardflow_session* session, int64_t checkpoint,
                                shardflow_messages* messages);
// Forgets the checkpoint and later ones. The session stays as it is.
bool shardflow_session_release(shardflow_session* session, int64_t checkpoint,
                               shardflow_messages* messages);
// Returns an independent session with the same annotations, for another thread.
// Handles are valid in both sessions. The new one has a copy of the program,
// and its first propagation runs from scratch.
shardflow_session* shardflow_session_fork(const shardflow_session* session);

// Returns counts that belong to the session and change with the next
// propagation.
const shardflow_session_stats* shardflow_session_get_stats(
    const shardflow_session* session);

// What a device sends, computes and holds, as shardflow_cost reports it for the
// session's program with XLA's partitioner.
typedef struct shardflow_session_price {
  int64_t wire_bytes;   // of all collectives
  int64_t collectives;  // number of collectives in the program
  int64_t flops;
  int64_t arguments;  // bytes
  int64_t results;    // bytes
  // Seconds; 0 without a topology.
  double work_seconds;
  double communication_seconds;
  double sum_seconds;  // work and communication one after the other
  double max_seconds;  // work and communication fully overlapped
  // Bytes; 0 unless asked for.
  int64_t temporaries;
  int64_t peak;
  // The whole program was priced again, because it is of a kind whose price
  // isn't kept up to date (docs/embedding.md).
  bool from_scratch;
} shardflow_session_price;

typedef struct shardflow_price_request {
  size_t struct_size;
  // The machine, as in shardflow_cost_request; NULL: no times.
  const char* topology;
  bool peak;  // find the peak of memory
} shardflow_price_request;

// Prices the program. After the first call it prices only what propagations and
// rollbacks have changed since the last call, but reads the whole program for
// times and the peak. `request` may be NULL. The result belongs to the session
// and changes with the next call. Returns NULL after an error.
const shardflow_session_price* shardflow_session_find_price(
    shardflow_session* session, const shardflow_price_request* request,
    shardflow_messages* messages);

// --- reshards

// The steps that bring a tensor from one sharding to another.
typedef struct shardflow_reshard_plan shardflow_reshard_plan;

typedef struct shardflow_reshard_request {
  size_t struct_size;
  const char* mesh;  // <["x"=2, "y"=4]>
  const char* type;  // 16x8xf32
  const char* from;  // [{"x"}, {"y"}], optionally with , unreduced={"z"}
  const char* to;
  bool best;  // choose the plan with the fewest bytes, then the fewest steps
  shardflow_compat compat;
} shardflow_reshard_request;

typedef struct shardflow_reshard_step {
  const char* op;        // "all_gather"
  const char* axes;      // [{}, {"x"}], [{"x"}: 0->1]; "" for a permute
  const char* sharding;  // the sharding afterwards: [{"y"}, {}]
  // The most bytes that any device sends, and the most that any receives.
  int64_t bytes_sent;
  int64_t bytes_received;
  int64_t local_bytes;  // bytes that a device holds after the step
  int64_t group;        // number of devices that exchange data with each other
} shardflow_reshard_step;

shardflow_reshard_plan* shardflow_reshard_plan_create(
    const shardflow_reshard_request* request, shardflow_messages* messages);
void shardflow_reshard_plan_destroy(shardflow_reshard_plan* plan);
size_t shardflow_reshard_plan_step_count(const shardflow_reshard_plan* plan);
// Returns NULL if there is no such step. The step belongs to the plan.
const shardflow_reshard_step* shardflow_reshard_plan_step(
    const shardflow_reshard_plan* plan, size_t i);
// Returns how many bytes of the tensor a device holds before the first step.
int64_t shardflow_reshard_plan_local_bytes(const shardflow_reshard_plan* plan);

// The communication in a program, in program order: reshards (with one step,
// "reshard", of unknown cost) and collectives.
typedef struct shardflow_communication shardflow_communication;

typedef struct shardflow_planned_reshard {
  shardflow_value before;  // the value before the first step
  shardflow_value after;   // the value after the last step
  const shardflow_reshard_plan* plan;
} shardflow_planned_reshard;

shardflow_communication* shardflow_communication_create(
    const shardflow_program* program);
void shardflow_communication_destroy(shardflow_communication* communication);
size_t shardflow_communication_count(
    const shardflow_communication* communication);
// The reshard belongs to `communication`. Returns NULL if there is no reshard
// `i`.
const shardflow_planned_reshard* shardflow_communication_at(
    const shardflow_communication* communication, size_t i);

// --- where a sharding comes from (docs/explain.md)

typedef struct shardflow_explain_request {
  size_t struct_size;
  const char* function;  // NULL: @main, or the only function with the value
  // "%5", "%5#1", "%arg0": the name in the text if the program was read with
  // keep_names, else the name in the printed program. If NULL, see below.
  const char* value;
  // If `value` is NULL, argument `index` of the function is explained or, if
  // `is_result` is set, result `index`.
  bool is_result;
  int index;
  // The line that defines the value, if several values in the function have the
  // same name; otherwise 0.
  int line;
  bool json;  // otherwise text for people
  bool conservative;
  const shardflow_run_options* run;  // NULL for defaults
  // Also try shardings that give the value an axis that it lacks, and report
  // what they would change. Each attempt propagates the program again.
  bool fixes;
  bool spec;  // in text: shardings as JAX writes them, P('x', None)
} shardflow_explain_request;

// Propagates a copy of the program and explains where each axis of the value's
// sharding comes from, and why other axes are absent.
char* shardflow_explain(const shardflow_program* program,
                        const shardflow_explain_request* request,
                        shardflow_messages* messages);

// --- the cost of a program on a device, and probable mistakes in its shardings
// (docs/cost.md, docs/lint.md)

typedef struct shardflow_cost_request {
  size_t struct_size;
  // A name ("h100:2x8") or the text of a TOML file. If NULL, no times are
  // computed.
  const char* topology;
  // Lower the program as `shardflow partition` does, not as XLA's partitioner
  // does.
  bool lowered_by_shardflow;
  // Propagate a copy of the program first.
  bool propagate;
  bool json;   // schemas/cost-1.schema.json; otherwise text
  bool curve;  // with json: also memory over time
  const shardflow_run_options* run;  // NULL for defaults
} shardflow_cost_request;

char* shardflow_cost(const shardflow_program* program,
                     const shardflow_cost_request* request,
                     shardflow_messages* messages);

typedef enum shardflow_lint_form {
  SHARDFLOW_LINT_TEXT = 0,
  SHARDFLOW_LINT_JSON = 1,  // schemas/lint-1.schema.json
  SHARDFLOW_LINT_SARIF = 2
} shardflow_lint_form;

typedef struct shardflow_lint_request {
  size_t struct_size;
  const char* const* allow;  // codes to leave out
  size_t allow_count;
  int64_t large;  // tensors of at least this many bytes are large; 0: 64 MiB
  int form;       // one of shardflow_lint_form
  const shardflow_run_options* run;  // NULL for defaults
} shardflow_lint_request;

// Returns the findings in the requested form. `warnings`, which may be NULL,
// receives the number of warnings among them.
char* shardflow_lint(const shardflow_program* program,
                     const shardflow_lint_request* request, size_t* warnings,
                     shardflow_messages* messages);

// --- searching for shardings (docs/auto.md)

typedef struct shardflow_auto_request {
  size_t struct_size;
  const char* mesh;      // "<[\"x\"=8]>", "auto:8"; NULL for the program's own
  const char* topology;  // a name ("h100:2x8") or the text of a TOML file
  int64_t memory;        // of a device, in bytes; 0 for no limit
  uint64_t seed;
  uint64_t steps;  // plans to price; 0: depends on the program's size
  double seconds;  // how long to search; 0: only `steps` counts
  // Ends the search when it is set; the answer is then the best plan so far.
  // May be NULL.
  const shardflow_stop* stop;
  const shardflow_run_options* run;  // NULL for defaults
  // Plans may change the program's own shardings.
  bool reconsider;
} shardflow_auto_request;

// Returns the program with shardings on arguments and constraints inside: the
// fastest plan that fits into memory, or else the one with the lowest peak
// memory. `fits`, which may be NULL, says which of the two it is. Returns NULL
// after an error.
shardflow_program* shardflow_auto(const shardflow_program* program,
                                  const shardflow_auto_request* request,
                                  bool* fits, shardflow_messages* messages);

// --- JSON in, JSON out (docs/json.md)

// Returns the reply to a request of `shardflow serve`, on one line, without a
// newline. An error is also a reply; `ok`, which may be NULL, is then false.
// Returns NULL only if `request` is NULL.
char* shardflow_answer_json(const char* request, size_t size, bool* ok);

// --- GSPMD's shardings (HloSharding)

typedef enum shardflow_hlo_form {
  SHARDFLOW_HLO_V2 = 0,  // {devices=[4,2]<=[2,4]T(1,0)}, or V1 if impossible
  SHARDFLOW_HLO_V1 = 1,  // {devices=[4,2]0,4,1,5,2,6,3,7}
  SHARDFLOW_HLO_V3 = 3,  // {mesh['x'=2,'y'=4], [{'y'}, {'x'}]}
  // The form of the text; V2 if the text has no form of its own.
  SHARDFLOW_HLO_AS_GIVEN = 4
} shardflow_hlo_form;

// Converts a sharding. `mesh` is <["x"=2, "y"=4]>; `sharding` is [{"y"},
// {"x"}], or an attribute that contains it. `manual_axes` are those of the
// enclosing manual computation. Messages call the texts "<mesh>" and
// "<sharding>" and give the column in them.
char* shardflow_to_hlo_sharding(const char* mesh, const char* sharding,
                                shardflow_hlo_form form,
                                const char* const* manual_axes,
                                size_t manual_axis_count,
                                shardflow_messages* messages);

// Shardings that were converted from HloShardings; all are on the same mesh.
typedef struct shardflow_imported_shardings shardflow_imported_shardings;

typedef struct shardflow_imported_sharding {
  const char* sharding;            // [{"_axis_1"}, {"_axis_0"}]
  const char* const* manual_axes;  // the axes along which it is manual
  size_t manual_axis_count;
} shardflow_imported_sharding;

// `mesh` is the mesh to convert to; NULL means the coarsest mesh that fits all
// shardings. `rank` is the rank of the tensors, for shardings that don't show
// it; -1 if unknown. Messages call text i "<sharding i>".
shardflow_imported_shardings* shardflow_imported_shardings_create(
    const char* const* shardings, size_t count, const char* mesh, int rank,
    shardflow_messages* messages);
void shardflow_imported_shardings_destroy(
    shardflow_imported_shardings* imported);
size_t shardflow_imported_shardings_count(
    const shardflow_imported_shardings* imported);
// Returns the mesh: <["_axis_0"=2, "_axis_1"=4]>.
const char* shardflow_imported_shardings_mesh(
    const shardflow_imported_shardings* imported);
// Returns NULL if there is no such sharding. The result belongs to `imported`.
const shardflow_imported_sharding* shardflow_imported_shardings_at(
    const shardflow_imported_shardings* imported, size_t i);

// Returns the canonical text, as XLA prints it.
char* shardflow_normalize_hlo_sharding(const char* sharding,
                                       shardflow_hlo_form form,
                                       shardflow_messages* messages);

#ifdef __cplusplus
}  // extern "C"
#endif
#pragma GCC visibility pop

#endif  // SHARDFLOW_C_H_
