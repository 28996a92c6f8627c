// The report's data: tables in which rows are named by their index, as
// `shardflow report` writes them (schemas/report-1.schema.json). Here they get
// the questions that the page asks.

/** Kinds of tensors, in the order in which the tables number them. */
export const KINDS = ["parameter", "optimizer state", "input", "result", "activation", "constant"];

/** What `tensors.kind` calls a result of the program. */
const RESULT = 3;

/**
 * A column of whole numbers: a list of them, or, where neighbours differ
 * regularly, their differences as pairs of (difference, how often).
 */
export function readColumn(column, length) {
  const values = new Int32Array(length);
  if (Array.isArray(column)) {
    values.set(column);
    return values;
  }
  let value = 0;
  let at = 0;
  for (let k = 0; k < column.steps.length; k += 2) {
    for (let n = column.steps[k + 1]; n > 0; --n) {
      value += column.steps[k];
      values[at++] = value;
    }
  }
  return values;
}

/** Lists of tensors, one for each: how many, and how far before it they are. */
function readOperands({ counts, back }, count) {
  const lengths = readColumn(counts, count);
  const first = new Int32Array(count + 1);
  for (let i = 0; i < count; ++i) first[i + 1] = first[i] + lengths[i];
  const values = readColumn(back, first[count]);
  for (let i = 0; i < count; ++i) {
    for (let k = first[i]; k < first[i + 1]; ++k) values[k] = i - values[k];
  }
  return { first, values };
}

/**
 * The report with the questions that the page asks.
 * @param {object} json
 */
export function openReport(json) {
  const { strings } = json;
  const count = json.count;
  const tensors = {};
  for (const [key, column] of Object.entries(json.tensors)) {
    tensors[key] = readColumn(column, count);
  }
  const operands = readOperands(json.operands, count);
  const scopeNames = readColumn(json.scopes.name, json.scopes.count);
  const scopeParents = readColumn(json.scopes.parent, json.scopes.count);
  const users = lazy(() => invert(operands, count));
  const paths = scopePaths(strings, scopeNames, scopeParents);
  // Numbers beyond the strings are names of their own: "%12".
  const text = (k) => (k < strings.length ? strings[k] : `%${k - strings.length}`);
  const report = {
    ...json,
    count,
    paths,
    leaf: (i) => text(tensors.name[i]),
    name: (i) => {
      const leaf = text(tensors.name[i]);
      const scope = tensors.scope[i];
      return scope < 0 ? leaf : `${paths[scope]}/${leaf}`;
    },
    value: (i) => text(tensors.value[i]),
    op: (i) => strings[tensors.op[i]],
    kind: (i) => tensors.kind[i],
    scope: (i) => tensors.scope[i],
    layout: (i) => json.layouts[tensors.layout[i]],
    type: (i) => json.types[json.layouts[tensors.layout[i]].type],
    line: (i) => tensors.line[i],
    file: (i) => strings[tensors.file[i]] ?? "",
    fileLine: (i) => tensors.file_line[i],
    sharding: (i) => shardingOf(json, json.layouts[tensors.layout[i]]),
  };
  report.producers = (i) => slice(operands, i);
  report.users = (i) => slice(users(), i);
  report.explanationOf = new Map(json.explanations.map((e) => [e.tensor, e]));
  const before = readColumn(json.chains.before, json.chains.text.length);
  /** The links of a chain, from the annotation on. */
  report.chain = (last) => {
    const links = [];
    for (let link = last; link >= 0; link = before[link]) links.push(json.chains.text[link]);
    return links.reverse();
  };
  report.communication = readMoves(json, text, tensors.value);
  report.communicationOf = groupBy(report.communication, (c) => c.tensor);
  report.baseline = json.baseline && readBaseline(json);
  report.changeOf = new Map((report.baseline?.changes ?? []).map((c) => [c.tensor, c]));
  report.scopes = scopeTotals(report, strings, scopeNames, scopeParents);
  report.axes = [...new Set(json.meshes.flatMap((m) => m.axes.map((a) => a.name)))];
  addSearch(report);
  return report;
}

/**
 * Tensors by name. Ops may share one (two products in a scope): then only the
 * first has it as its address, and the others have their value behind it.
 */
function addSearch(report) {
  const first = (nameOf) =>
    lazy(() => {
      const found = new Map();
      for (let i = report.count - 1; i >= 0; --i) found.set(nameOf(i), i);
      return found;
    });
  const byName = first(report.name);
  const byValue = first(report.value);
  const full = (i) => `${report.name(i)}@${report.value(i)}`;
  const byBoth = first(full);
  report.address = (i) => (byName().get(report.name(i)) === i ? report.name(i) : full(i));
  report.findValue = (value) => byValue().get(value) ?? -1;
  report.find = (name) =>
    name === "" ? -1 : (byName().get(name) ?? byBoth().get(name) ?? byValue().get(name) ?? -1);
}

/** Every move with what it has in common with others. */
function readMoves({ transfers, communication, strings }, text, values) {
  const { count } = communication;
  const [transfer, tensor, scope, cause, user] = [
    "transfer",
    "tensor",
    "scope",
    "cause",
    "user",
  ].map((key) => readColumn(communication[key], count));
  return Array.from({ length: count }, (_, i) => ({
    ...transfers[transfer[i]],
    tensor: tensor[i],
    scope: scope[i],
    cause: strings[cause[i]] + (user[i] < 0 ? "" : ` ${text(values[user[i]])}`),
  }));
}

/** The other program: its columns as rows. */
function readBaseline({ baseline, strings }) {
  const { changes, added, removed } = baseline;
  const [tensor, before, root, because] = ["tensor", "before", "root", "because"].map((key) =>
    readColumn(changes[key], changes.count),
  );
  return {
    ...baseline,
    changes: Array.from(tensor, (t, i) => ({
      tensor: t,
      before: before[i],
      root: root[i] === 1,
      because: strings[because[i]],
    })),
    added: Array.from(readColumn(added.tensor, added.count)),
    removed: Array.from(readColumn(removed.name, removed.count), (k) => strings[k]),
  };
}

function lazy(make) {
  let made;
  return () => (made ??= make());
}

/** The sharding of a layout; null: it has none. */
export function shardingOf(report, layout) {
  return layout.sharding < 0 ? null : report.shardings[layout.sharding];
}

function slice(lists, i) {
  return lists.values.slice(lists.first[i], lists.first[i + 1]);
}

/** From "made of" to "used by", both as one list of values with its cuts. */
function invert(lists, count) {
  const first = new Int32Array(count + 1);
  for (const v of lists.values) ++first[v + 1];
  for (let i = 0; i < count; ++i) first[i + 1] += first[i];
  const at = first.slice();
  const values = new Int32Array(lists.values.length);
  for (let i = 0; i < count; ++i) {
    for (let k = lists.first[i]; k < lists.first[i + 1]; ++k) {
      values[at[lists.values[k]]++] = i;
    }
  }
  return { first, values };
}

function groupBy(items, key) {
  const groups = new Map();
  items.forEach((item, index) => {
    const k = key(item);
    if (!groups.has(k)) groups.set(k, []);
    groups.get(k).push({ ...item, index });
  });
  return groups;
}

/** "params/layers/0" of each scope; a scope stands after the one it is in. */
function scopePaths(strings, names, parents) {
  const paths = [];
  for (let i = 0; i < names.length; ++i) {
    const name = strings[names[i]];
    paths.push(parents[i] < 0 ? name : `${paths[parents[i]]}/${name}`);
  }
  return paths;
}

/**
 * Each scope with its children, its own tensors, and sums over all that is
 * inside it. Results are left out of the bytes: they are other values' too.
 */
function scopeTotals(report, strings, names, parents) {
  const scopes = Array.from(names, (name, index) => ({
    name: strings[name],
    parent: parents[index],
    index,
    children: [],
    tensors: [],
    localBytes: 0,
    bytes: 0,
    sent: 0,
    count: 0,
  }));
  for (const s of scopes) if (s.parent >= 0) scopes[s.parent].children.push(s.index);
  for (let i = 0; i < report.count; ++i) {
    const scope = scopes[report.scope(i)];
    if (!scope) continue;
    scope.tensors.push(i);
    if (report.kind(i) === RESULT) continue;
    const layout = report.layout(i);
    scope.localBytes += Math.max(0, layout.local_bytes);
    scope.bytes += Math.max(0, layout.bytes);
  }
  for (const c of report.communication) {
    if (scopes[c.scope]) scopes[c.scope].sent += c.bytes_sent * (c.times ?? 1);
  }
  for (const s of scopes) s.count = s.tensors.length;
  // A scope comes after the one that it is in, so one sweep backwards will do.
  for (let i = scopes.length - 1; i >= 0; --i) {
    const parent = scopes[scopes[i].parent];
    if (!parent) continue;
    for (const key of ["localBytes", "bytes", "sent", "count"]) {
      parent[key] += scopes[i][key];
    }
  }
  return scopes;
}

/** All tensors in a scope and in those inside it; -1: of the whole program. */
export function tensorsIn(report, scope) {
  if (scope < 0) return Array.from({ length: report.count }, (_, i) => i);
  const found = [];
  const open = [scope];
  while (open.length > 0) {
    const s = report.scopes[open.pop()];
    found.push(...s.tensors);
    open.push(...s.children);
  }
  return found.sort((a, b) => a - b);
}

/** "512 KiB", as the program's own tables say it. */
export function bytesText(bytes) {
  if (bytes === undefined || bytes === null || bytes < 0) return "?";
  const units = ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"];
  let unit = 0;
  let size = bytes;
  // 1023.999 would be told as 1024.00.
  while (size >= 1023.995 && unit + 1 < units.length) {
    size /= 1024;
    ++unit;
  }
  return `${Number.isInteger(size) ? size : size.toFixed(2)} ${units[unit]}`;
}

/** "3.20 ms" */
export function secondsText(seconds) {
  if (seconds === undefined || seconds === null) return "";
  const units = [
    [1, "s"],
    [1e-3, "ms"],
    [1e-6, "us"],
  ];
  for (const [unit, name] of units) {
    if (seconds >= unit) return `${(seconds / unit).toPrecision(3)} ${name}`;
  }
  return `${(seconds / 1e-9).toPrecision(3)} ns`;
}

/** "512x1024"; "scalar" for no dimensions. */
export function shapeText(shape) {
  return shape.length === 0 ? "scalar" : shape.join("x");
}

/** How many devices along all axes of a list of axis references. */
export function axesSize(axes) {
  return axes.reduce((product, a) => product * a.size, 1);
}

/** "data" or "data:(1)2" */
export function axisText(axis) {
  return axis.pre ? `${axis.name}:(${axis.pre})${axis.size}` : axis.name;
}

/**
 * Which part of each dimension the device at each place of the mesh holds.
 * @returns {number[][]} by place in the mesh: the shard's number by dimension
 */
export function deviceShards(mesh, sharding) {
  const sizes = mesh.axes.map((a) => a.size);
  const devices = sizes.reduce((a, b) => a * b, 1);
  const at = new Map(mesh.axes.map((a, i) => [a.name, i]));
  const shards = [];
  for (let place = 0; place < devices; ++place) {
    const digits = [];
    let rest = place;
    for (let i = sizes.length - 1; i >= 0; --i) {
      digits[i] = rest % sizes[i];
      rest = Math.floor(rest / sizes[i]);
    }
    shards.push(
      sharding.dims.map((dim) =>
        dim.axes.reduce((shard, axis) => {
          const i = at.get(axis.name);
          const full = sizes[i];
          const below = full / ((axis.pre || 1) * axis.size);
          return shard * axis.size + (Math.floor(digits[i] / below) % axis.size);
        }, 0),
      ),
    );
  }
  return shards;
}
