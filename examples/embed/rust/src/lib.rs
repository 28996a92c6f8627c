//! shardflow for Rust: the part of `shardflow/c.h` that a compiler needs first,
//! with types that free what they own. `sys` has everything else, in the form
//! that it has in C.
//!
//! Functions that can fail add their errors to a [`Messages`] and return
//! [`Failed`]; warnings are added even if nothing fails.

use std::ffi::{CStr, CString};
use std::fmt;
use std::os::raw::{c_char, c_void};
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::ptr::{null, null_mut, NonNull};

#[allow(non_camel_case_types, non_upper_case_globals, dead_code, missing_docs)]
#[allow(clippy::all)]
pub mod sys {
    include!(concat!(env!("OUT_DIR"), "/c.rs"));
}

/// The call failed; its messages say why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Failed;

pub type Result<T> = std::result::Result<T, Failed>;

fn check(ok: bool) -> Result<()> {
    if ok {
        Ok(())
    } else {
        Err(Failed)
    }
}

/// A C string ends at its first NUL byte, so the rest of the text is dropped.
fn c_text(text: &str) -> CString {
    let end = text.find('\0').unwrap_or(text.len());
    CString::new(&text[..end]).expect("the NUL bytes are cut off")
}

/// Copies text that the library returned, and frees it.
fn own(text: *mut c_char) -> Option<String> {
    if text.is_null() {
        return None;
    }
    // SAFETY: the library returned `text`, which ends in a NUL byte and is
    // freed only here.
    unsafe {
        let copy = CStr::from_ptr(text).to_string_lossy().into_owned();
        sys::shardflow_free(text);
        Some(copy)
    }
}

/// Declares a type that owns an object of the library.
macro_rules! owner {
    ($(#[$comment:meta])* $name:ident, $object:ident, $destroy:ident) => {
        $(#[$comment])*
        pub struct $name(NonNull<sys::$object>);

        // SAFETY: the library has no thread-local state. Shared references are
        // only passed to functions that take the object as const; c.h allows
        // several threads to call these at once.
        unsafe impl Send for $name {}
        unsafe impl Sync for $name {}

        impl Drop for $name {
            fn drop(&mut self) {
                // SAFETY: this is the only owner.
                unsafe { sys::$destroy(self.0.as_ptr()) }
            }
        }
    };
}

// --- messages

owner! {
    /// Errors, warnings, remarks and notes, in order.
    Messages, shardflow_messages, shardflow_messages_destroy
}

impl Messages {
    pub fn new() -> Self {
        // SAFETY: no arguments. The function doesn't return NULL.
        Messages(NonNull::new(unsafe { sys::shardflow_messages_create() }).unwrap())
    }

    pub fn len(&self) -> usize {
        // SAFETY: the object is alive, as in all calls below that pass `self`.
        unsafe { sys::shardflow_messages_count(self.0.as_ptr()) }
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Default for Messages {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Display for Messages {
    /// Each message as `file:line:column: error: text`, with its excerpt and
    /// its notes.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        for i in 0..self.len() {
            // SAFETY: `i` is below the count; the caller owns the text.
            let text = own(unsafe {
                sys::shardflow_message_print(sys::shardflow_messages_at(self.0.as_ptr(), i))
            });
            f.write_str(&text.unwrap_or_default())?;
        }
        Ok(())
    }
}

// --- ops of your own

/// An op as a rule function sees it.
pub struct OpView<'a>(&'a sys::shardflow_op_view);

impl OpView<'_> {
    pub fn name(&self) -> String {
        own(unsafe { sys::shardflow_op_view_name(self.0) }).unwrap_or_default()
    }

    /// The sizes of operand `i`'s dimensions, -1 for one that isn't static;
    /// `None` if there is no such operand, or its rank is unknown.
    pub fn operand_shape(&self, i: i32) -> Option<Vec<i64>> {
        // SAFETY: with a capacity of 0 nothing is written; the second call has
        // room for all sizes.
        unsafe {
            let rank = sys::shardflow_op_view_operand_shape(self.0, i, null_mut(), 0);
            let mut sizes = vec![0; usize::try_from(rank).ok()?];
            sys::shardflow_op_view_operand_shape(self.0, i, sizes.as_mut_ptr(), sizes.len());
            Some(sizes)
        }
    }

    /// An integer attribute, by name or by path inside dictionaries.
    pub fn integer(&self, path: &str) -> Option<i64> {
        let (path, mut value) = (c_text(path), 0);
        unsafe { sys::shardflow_op_view_integer(self.0, path.as_ptr(), &mut value) }
            .then_some(value)
    }
}

type RuleFunction = Box<dyn Fn(&OpView) -> Option<String> + Send + Sync>;

unsafe extern "C" fn call_rule_function(
    user: *mut c_void,
    op: *const sys::shardflow_op_view,
    answer: *mut sys::shardflow_rule_answer,
) {
    // SAFETY: `user` is the box that add_rule_function passed; the view and the
    // answer live as long as this call.
    let function = &*(user as *const RuleFunction);
    // A panic must not unwind through C. It has printed its message, and the op
    // gets no rule.
    let rule = catch_unwind(AssertUnwindSafe(|| function(&OpView(&*op))));
    if let Ok(Some(rule)) = rule {
        sys::shardflow_rule_answer_set(answer, c_text(&rule).as_ptr());
    }
}

unsafe extern "C" fn drop_rule_function(user: *mut c_void) {
    // SAFETY: the box came from Box::into_raw; this is called once.
    drop(Box::from_raw(user as *mut RuleFunction));
}

owner! {
    /// Describes ops of your own.
    Registry, shardflow_registry, shardflow_registry_destroy
}

impl Registry {
    pub fn new() -> Self {
        Registry(NonNull::new(unsafe { sys::shardflow_registry_create() }).unwrap())
    }

    /// Adds the rules in a text as described in docs/rules.md. Messages call
    /// the text `name`.
    pub fn read_rules(&mut self, name: &str, rules: &str, messages: &mut Messages) -> Result<()> {
        let name = c_text(name);
        // SAFETY: `rules` has the size that is passed.
        check(unsafe {
            sys::shardflow_registry_read_rules(
                self.0.as_ptr(),
                name.as_ptr(),
                rules.as_ptr() as *const c_char,
                rules.len(),
                messages.0.as_ptr(),
            )
        })
    }

    /// Adds a function that returns the rule of an op, or `None` if the op has
    /// none. Several threads may call it at once.
    pub fn add_rule_function(
        &mut self,
        op: &str,
        rule: impl Fn(&OpView) -> Option<String> + Send + Sync + 'static,
        messages: &mut Messages,
    ) -> Result<()> {
        let (op, function): (_, RuleFunction) = (c_text(op), Box::new(rule));
        // SAFETY: the library passes the box to drop_rule_function when it no
        // longer needs it, even if this call fails.
        check(unsafe {
            sys::shardflow_registry_add_rule_function(
                self.0.as_ptr(),
                op.as_ptr(),
                Some(call_rule_function),
                Box::into_raw(Box::new(function)) as *mut c_void,
                Some(drop_rule_function),
                messages.0.as_ptr(),
            )
        })
    }
}

impl Default for Registry {
    fn default() -> Self {
        Self::new()
    }
}

fn run_options(registry: Option<&Registry>) -> sys::shardflow_run_options {
    sys::shardflow_run_options {
        struct_size: std::mem::size_of::<sys::shardflow_run_options>(),
        registry: registry.map_or(null(), |registry| registry.0.as_ptr() as *const _),
        ..Default::default()
    }
}

// --- building a program

/// A handle of a value. It is also valid in the program that the builder
/// returns, and in copies and sessions of this program.
#[derive(Clone, Copy)]
pub struct Value(sys::shardflow_value);
/// A handle of an op.
#[derive(Clone, Copy)]
pub struct Op(sys::shardflow_op);
/// A handle of a block.
#[derive(Clone, Copy)]
pub struct Block(sys::shardflow_block);

/// An op for [`Builder::add_op`].
#[derive(Default)]
pub struct OpSpec<'a> {
    pub name: &'a str,
    pub operands: &'a [Value],
    /// `tensor<8x16xf32>`
    pub result_types: &'a [&'a str],
    /// Names and values; the values in MLIR's notation.
    pub attributes: &'a [(&'a str, &'a str)],
    /// A place in your own source, for messages. Lines and columns begin at 1.
    pub location: Option<(&'a str, i32, i32)>,
}

owner! {
    /// Builds a program. It is enough to check the result of
    /// [`Builder::finish`], which reports the messages of all calls.
    Builder, shardflow_builder, shardflow_builder_destroy
}

impl Builder {
    pub fn new() -> Self {
        Builder(NonNull::new(unsafe { sys::shardflow_builder_create() }).unwrap())
    }

    pub fn add_mesh(&mut self, name: &str, axes: &[(&str, i64)]) {
        let name = c_text(name);
        let names: Vec<CString> = axes.iter().map(|(name, _)| c_text(name)).collect();
        let axes: Vec<_> = names
            .iter()
            .zip(axes)
            .map(|(name, (_, size))| sys::shardflow_mesh_axis {
                name: name.as_ptr(),
                size: *size,
            })
            .collect();
        // SAFETY: the library copies what it needs during the call, here and in
        // the other functions of the builder.
        unsafe {
            sys::shardflow_builder_add_mesh(
                self.0.as_ptr(),
                name.as_ptr(),
                axes.as_ptr(),
                axes.len(),
                null(),
                0,
            );
        }
    }

    pub fn add_function(&mut self, name: &str, argument_types: &[&str]) -> Op {
        let name = c_text(name);
        let types: Vec<CString> = argument_types.iter().map(|text| c_text(text)).collect();
        let types: Vec<_> = types.iter().map(|text| text.as_ptr()).collect();
        Op(unsafe {
            sys::shardflow_builder_add_function(
                self.0.as_ptr(),
                name.as_ptr(),
                types.as_ptr(),
                types.len(),
                false,
            )
        })
    }

    pub fn body(&mut self, function: Op) -> Block {
        Block(unsafe { sys::shardflow_builder_body(self.0.as_ptr(), function.0) })
    }

    pub fn argument(&mut self, block: Block, i: i32) -> Value {
        Value(unsafe { sys::shardflow_builder_argument(self.0.as_ptr(), block.0, i) })
    }

    /// Adds an op at the end of the block.
    pub fn add_op(&mut self, block: Block, op: &OpSpec) -> Op {
        let name = c_text(op.name);
        let operands: Vec<_> = op.operands.iter().map(|value| value.0).collect();
        let types: Vec<CString> = op.result_types.iter().map(|text| c_text(text)).collect();
        let types: Vec<_> = types.iter().map(|text| text.as_ptr()).collect();
        let words: Vec<_> = op
            .attributes
            .iter()
            .map(|(name, value)| (c_text(name), c_text(value)))
            .collect();
        let attributes: Vec<_> = words
            .iter()
            .map(|(name, value)| sys::shardflow_attribute {
                name: name.as_ptr(),
                value: value.as_ptr(),
            })
            .collect();
        let (file, line, column) = op.location.unwrap_or_default();
        let file = op.location.map(|_| c_text(file));
        let spec = sys::shardflow_op_spec {
            struct_size: std::mem::size_of::<sys::shardflow_op_spec>(),
            name: name.as_ptr(),
            operands: operands.as_ptr(),
            operand_count: operands.len(),
            result_types: types.as_ptr(),
            result_count: types.len(),
            attributes: attributes.as_ptr(),
            attribute_count: attributes.len(),
            file: file.as_ref().map_or(null(), |file| file.as_ptr()),
            line,
            column,
            ..Default::default()
        };
        Op(unsafe { sys::shardflow_builder_add_op(self.0.as_ptr(), block.0, &spec) })
    }

    pub fn result(&mut self, op: Op, i: i32) -> Value {
        Value(unsafe { sys::shardflow_builder_result(self.0.as_ptr(), op.0, i) })
    }

    /// `sharding` is text: `#sdy.sharding<@mesh, [{"data"}, {?}]>`.
    pub fn set_sharding(&mut self, value: Value, sharding: &str) {
        let sharding = c_text(sharding);
        unsafe {
            sys::shardflow_builder_set_sharding(self.0.as_ptr(), value.0, sharding.as_ptr());
        }
    }

    /// Ends the body of a function.
    pub fn return_values(&mut self, function: Op, values: &[Value]) {
        let values: Vec<_> = values.iter().map(|value| value.0).collect();
        unsafe {
            sys::shardflow_builder_return(
                self.0.as_ptr(),
                function.0,
                values.as_ptr(),
                values.len(),
            );
        }
    }

    /// Returns the verified program.
    pub fn finish(self, messages: &mut Messages) -> Result<Program> {
        Program::from(unsafe {
            sys::shardflow_builder_finish(self.0.as_ptr(), messages.0.as_ptr())
        })
    }
}

impl Default for Builder {
    fn default() -> Self {
        Self::new()
    }
}

// --- programs

owner! {
    Program, shardflow_program, shardflow_program_destroy
}

impl Program {
    fn from(program: *mut sys::shardflow_program) -> Result<Self> {
        NonNull::new(program).map(Program).ok_or(Failed)
    }

    /// Reads StableHLO and sdy text, JSON or a portable artifact. Messages call
    /// it `name`.
    pub fn read(name: &str, text: &[u8], messages: &mut Messages) -> Result<Self> {
        let name = c_text(name);
        Self::from(unsafe {
            sys::shardflow_program_read(
                name.as_ptr(),
                text.as_ptr() as *const c_char,
                text.len(),
                null(),
                messages.0.as_ptr(),
            )
        })
    }

    /// Propagates the shardings of annotations. After an error the program can
    /// only be dropped, here and in the next two functions.
    pub fn propagate(&mut self, ops: Option<&Registry>, messages: &mut Messages) -> Result<()> {
        check(unsafe {
            sys::shardflow_program_propagate(
                self.0.as_ptr(),
                &run_options(ops),
                messages.0.as_ptr(),
            )
        })
    }

    /// Inserts an `sdy.reshard` wherever an op needs another sharding.
    pub fn insert_reshards(
        &mut self,
        ops: Option<&Registry>,
        messages: &mut Messages,
    ) -> Result<()> {
        check(unsafe {
            sys::shardflow_program_insert_reshards(
                self.0.as_ptr(),
                &run_options(ops),
                messages.0.as_ptr(),
            )
        })
    }

    /// Replaces the reshards with collectives.
    pub fn lower_to_collectives(
        &mut self,
        ops: Option<&Registry>,
        messages: &mut Messages,
    ) -> Result<()> {
        check(unsafe {
            sys::shardflow_program_lower_to_collectives(
                self.0.as_ptr(),
                &run_options(ops),
                messages.0.as_ptr(),
            )
        })
    }

    /// The sharding that ops see when they use the value.
    pub fn sharding(&self, value: Value) -> Option<String> {
        sharding(self.0.as_ptr(), value)
    }

    /// The shape on one device; `None` if the value isn't a tensor of known
    /// rank.
    pub fn local_shape(&self, value: Value) -> Option<Vec<i64>> {
        // SAFETY: as in OpView::operand_shape.
        unsafe {
            let program = self.0.as_ptr();
            let rank = sys::shardflow_value_local_shape(program, value.0, null_mut(), 0);
            let mut sizes = vec![0; usize::try_from(rank).ok()?];
            sys::shardflow_value_local_shape(program, value.0, sizes.as_mut_ptr(), sizes.len());
            Some(sizes)
        }
    }

    /// The collectives that the program runs, in order.
    pub fn communication(&self) -> Vec<Collective> {
        let mut found = Vec::new();
        // SAFETY: indices are below the counts; the texts are copied before
        // `all`, which owns them, is destroyed.
        unsafe {
            let all = sys::shardflow_communication_create(self.0.as_ptr());
            for i in 0..sys::shardflow_communication_count(all) {
                let plan = (*sys::shardflow_communication_at(all, i)).plan;
                for k in 0..sys::shardflow_reshard_plan_step_count(plan) {
                    let step = &*sys::shardflow_reshard_plan_step(plan, k);
                    found.push(Collective {
                        op: CStr::from_ptr(step.op).to_string_lossy().into_owned(),
                        axes: CStr::from_ptr(step.axes).to_string_lossy().into_owned(),
                        bytes_sent: step.bytes_sent,
                    });
                }
            }
            sys::shardflow_communication_destroy(all);
        }
        found
    }
}

impl fmt::Display for Program {
    /// The text, byte for byte as MLIR prints it.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let text =
            own(unsafe { sys::shardflow_program_print(self.0.as_ptr(), null(), null_mut()) });
        f.write_str(&text.unwrap_or_default())
    }
}

fn sharding(program: *const sys::shardflow_program, value: Value) -> Option<String> {
    own(unsafe { sys::shardflow_value_sharding(program, value.0) })
}

/// A step of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collective {
    /// `all_gather`
    pub op: String,
    pub axes: String,
    /// The most bytes that any device sends.
    pub bytes_sent: i64,
}

// --- sessions

owner! {
    /// A program that is propagated again while its annotations change.
    Session, shardflow_session, shardflow_session_destroy
}

impl Session {
    /// The handles of `program` are valid in the session.
    pub fn new(program: &Program, ops: Option<&Registry>, messages: &mut Messages) -> Result<Self> {
        let run = run_options(ops);
        let options = sys::shardflow_session_options {
            struct_size: std::mem::size_of::<sys::shardflow_session_options>(),
            run: &run,
            ..Default::default()
        };
        let session = unsafe {
            sys::shardflow_session_create(program.0.as_ptr(), &options, messages.0.as_ptr())
        };
        NonNull::new(session).map(Session).ok_or(Failed)
    }

    /// Sets a sharding, or removes it. It takes effect with the next
    /// propagation.
    pub fn set_sharding(
        &mut self,
        value: Value,
        sharding: Option<&str>,
        messages: &mut Messages,
    ) -> Result<()> {
        let sharding = sharding.map(c_text);
        check(unsafe {
            sys::shardflow_session_set_sharding(
                self.0.as_ptr(),
                value.0,
                sharding.as_ref().map_or(null(), |text| text.as_ptr()),
                messages.0.as_ptr(),
            )
        })
    }

    pub fn propagate(&mut self, messages: &mut Messages) -> Result<()> {
        check(unsafe { sys::shardflow_session_propagate(self.0.as_ptr(), messages.0.as_ptr()) })
    }

    /// The sharding of a value after the last propagation.
    pub fn sharding(&self, value: Value) -> Option<String> {
        sharding(
            unsafe { sys::shardflow_session_program(self.0.as_ptr()) },
            value,
        )
    }

    /// The values that the last propagation or rollback changed.
    pub fn changed_values(&self) -> Vec<Value> {
        let session = self.0.as_ptr();
        // SAFETY: with a capacity of 0 nothing is written; the second call has
        // room for all values.
        unsafe {
            let count = sys::shardflow_session_changed_values(session, null_mut(), 0);
            let mut values = vec![sys::shardflow_value::default(); count];
            sys::shardflow_session_changed_values(session, values.as_mut_ptr(), count);
            values.into_iter().map(Value).collect()
        }
    }

    pub fn checkpoint(&mut self) -> i64 {
        unsafe { sys::shardflow_session_checkpoint(self.0.as_ptr()) }
    }

    pub fn rollback(&mut self, checkpoint: i64, messages: &mut Messages) -> Result<()> {
        check(unsafe {
            sys::shardflow_session_rollback(self.0.as_ptr(), checkpoint, messages.0.as_ptr())
        })
    }

    /// The number of bytes that a device sends in the current program.
    pub fn wire_bytes(&mut self, messages: &mut Messages) -> Result<i64> {
        // SAFETY: the session owns the price, which is read immediately.
        unsafe {
            let price =
                sys::shardflow_session_find_price(self.0.as_ptr(), null(), messages.0.as_ptr());
            price.as_ref().map(|price| price.wire_bytes).ok_or(Failed)
        }
    }
}
