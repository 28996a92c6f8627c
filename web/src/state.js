// What the page shows: the tab, the selected tensor, the scope, the filter.
// All of it is in the address, so that a link opens the page as it was.
import { computed, signal, effect } from "@preact/signals";
import { tensorsIn } from "./data.js";

export const TABS = [
  ["tensors", "Tensors"],
  ["memory", "Memory"],
  ["communication", "Communication"],
  ["graph", "Graph"],
  ["meshes", "Meshes"],
  ["program", "Program"],
  ["changes", "Changes"],
];

/** @param {object} report of openReport() */
export function makeState(report) {
  const tab = signal("tensors");
  const scope = signal(-1);
  const selected = signal(-1);
  const filter = signal("");
  const sort = signal({ key: "", down: true });
  const theme = signal("");
  const line = signal(0);

  const names = searchNames(report);
  const inScope = computed(() => tensorsIn(report, scope.value));
  const rows = computed(() => {
    const matches = matcher(report, names, filter.value);
    const found = matches ? inScope.value.filter(matches) : inScope.value;
    return sorted(report, found, sort.value);
  });
  const state = { report, tab, scope, selected, filter, sort, theme, line, rows };
  followAddress(state);
  return state;
}

/** What plain words of a filter are looked for in; made when first asked. */
function searchNames(report) {
  let made;
  return (i) => {
    made ??= Array.from({ length: report.count }, (_, k) =>
      `${report.name(k)} ${report.value(k)}`.toLowerCase(),
    );
    return made[i];
  };
}

/**
 * A filter is words, all of which have to be there. A word with a colon asks
 * about one thing: axis:data, type:f32, op:dot, kind:activation, is:replicated,
 * is:changed, over:1MiB.
 */
export function matcher(report, names, text) {
  const tests = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => wordTest(report, names, word));
  return tests.length === 0 ? null : (i) => tests.every((test) => test(i));
}

function wordTest(report, names, word) {
  const [, key, value] = /^(axis|type|op|kind|is|over):(.+)$/.exec(word) ?? [];
  switch (key) {
    case "axis":
      return (i) =>
        (report.sharding(i)?.dims ?? []).some((d) =>
          d.axes.some((a) => a.name.toLowerCase() === value),
        );
    case "type":
      return (i) => report.type(i).text.toLowerCase().includes(value);
    case "op":
      return (i) => report.op(i).toLowerCase().includes(value);
    case "kind":
      return (i) => KIND_WORDS[report.kind(i)].startsWith(value);
    case "is":
      return isTest(report, value);
    case "over": {
      const least = parseBytes(value);
      return (i) => report.layout(i).local_bytes >= least;
    }
    default:
      return (i) => names(i).includes(word);
  }
}

const KIND_WORDS = ["parameter", "optimizer", "input", "result", "activation", "constant"];

function isTest(report, value) {
  if (value === "changed") return (i) => report.changeOf.has(i);
  if (value === "resharded") return (i) => report.communicationOf.has(i);
  if (value === "sharded" || value === "replicated") {
    const wanted = value === "sharded";
    return (i) => (report.sharding(i)?.dims ?? []).some((d) => d.axes.length > 0) === wanted;
  }
  return () => false;
}

/** "1MiB", "512k", "100" */
export function parseBytes(text) {
  const [, number, unit] = /^([0-9.]+)([kmgt]?)i?b?$/i.exec(text) ?? [];
  if (number === undefined) return Infinity;
  return Number(number) * 1024 ** " kmgt".indexOf((unit || " ").toLowerCase());
}

function sorted(report, rows, { key, down }) {
  if (key === "") return rows;
  const of = {
    name: (i) => report.name(i),
    type: (i) => report.type(i).text,
    bytes: (i) => report.layout(i).local_bytes,
    sharding: (i) => report.layout(i).sharding,
  }[key];
  const keys = new Map(rows.map((i) => [i, of(i)]));
  const order = (a, b) => {
    const x = keys.get(a);
    const y = keys.get(b);
    return x < y ? -1 : x > y ? 1 : a - b;
  };
  return [...rows].sort(down ? (a, b) => order(b, a) : order);
}

// --- the address: #NAME?tab=memory&scope=params/layer0&q=axis:data

function followAddress(state) {
  const read = () => {
    const { name, options } = parseHash(location.hash);
    state.selected.value = state.report.find(name);
    state.tab.value = TABS.some(([id]) => id === options.get("tab"))
      ? options.get("tab")
      : "tensors";
    state.scope.value = state.report.paths.indexOf(options.get("scope") ?? "\0");
    state.filter.value = options.get("q") ?? "";
    state.line.value = Number(options.get("line") ?? 0);
  };
  read();
  addEventListener("hashchange", read);
  effect(() => {
    const hash = hashOf(state);
    if (hash !== location.hash.replace(/^#$/, "")) {
      history.replaceState(null, "", hash === "" ? location.pathname : hash);
    }
  });
}

export function parseHash(hash) {
  const text = hash.replace(/^#/, "");
  const cut = text.indexOf("?");
  const decode = (s) => {
    try {
      return decodeURIComponent(s);
    } catch {
      return s;
    }
  };
  return {
    name: decode(cut < 0 ? text : text.slice(0, cut)),
    options: new URLSearchParams(cut < 0 ? "" : text.slice(cut + 1)),
  };
}

function hashOf(state) {
  const options = new URLSearchParams();
  if (state.tab.value !== "tensors") options.set("tab", state.tab.value);
  if (state.scope.value >= 0) {
    options.set("scope", state.report.paths[state.scope.value]);
  }
  if (state.filter.value !== "") options.set("q", state.filter.value);
  if (state.line.value > 0) options.set("line", String(state.line.value));
  const i = state.selected.value;
  const name = i < 0 ? "" : encodeURI(state.report.address(i)).replace(/[?#]/g, encodeURIComponent);
  const query = options.toString();
  if (name === "" && query === "") return "";
  return `#${name}${query === "" ? "" : `?${query}`}`;
}
