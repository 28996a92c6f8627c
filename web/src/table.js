import { useEffect, useRef, useState } from "preact/hooks";
import { html } from "./html.js";
import { KINDS, bytesText, shapeText } from "./data.js";
import { Strip } from "./strip.js";

const ROW = 26; // pixels; style.css has the same

const COLUMNS = [
  ["name", "Tensor"],
  ["type", "Type"],
  ["local", "On a device"],
  ["sharding", "Sharding"],
  ["bytes", "Bytes"],
];

/** The tensors that match, of which only the rows in sight are drawn. */
export function TensorTable({ state, colorOf }) {
  const { report, rows, selected, sort, filter } = state;
  const box = useRef(null);
  const [view, setView] = useState({ top: 0, height: 800 });
  const list = rows.value;

  useEffect(() => {
    const element = box.current;
    const look = () => setView({ top: element.scrollTop, height: element.clientHeight });
    look();
    element.addEventListener("scroll", look, { passive: true });
    addEventListener("resize", look);
    return () => {
      element.removeEventListener("scroll", look);
      removeEventListener("resize", look);
    };
  }, []);
  useEffect(() => {
    box.current.scrollTop = 0;
  }, [filter.value, state.scope.value, sort.value]);
  useEffect(() => scrollTo(box.current, list.indexOf(selected.value)), [selected.value]);

  const first = Math.max(0, Math.floor(view.top / ROW) - 5);
  const last = Math.min(list.length, Math.ceil((view.top + view.height) / ROW) + 5);
  const onKey = (event) => {
    const at = list.indexOf(selected.value);
    const page = Math.max(1, Math.floor(view.height / ROW) - 2);
    const step = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: page,
      PageUp: -page,
      Home: -list.length,
      End: list.length,
    }[event.key];
    if (step === undefined || list.length === 0) return;
    event.preventDefault();
    selected.value = list[Math.min(list.length - 1, Math.max(0, at + step))];
  };

  return html`<section class="tensors" aria-label="Tensors">
    <div class="filter">
      <input
        id="filter"
        type="search"
        placeholder="Filter: words, axis:data, op:dot, kind:activation, is:replicated, over:1MiB"
        aria-label="Filter tensors"
        value=${filter.value}
        onInput=${(event) => (filter.value = event.target.value)}
      />
      <output aria-live="polite">${list.length} of ${report.count}</output>
    </div>
    <div
      class="table"
      role="grid"
      aria-label="Tensors"
      aria-rowcount=${list.length + 1}
      ref=${box}
      tabindex="0"
      aria-activedescendant=${selected.value >= 0 ? `row-${selected.value}` : undefined}
      onKeyDown=${onKey}
    >
      <div class="head row" role="row">
        ${COLUMNS.map(([key, title]) => Heading({ key, title, sort }))}
      </div>
      <div class="body" style=${`height: ${list.length * ROW}px`}>
        ${list.slice(first, last).map((i, k) => Row({ state, colorOf, i, at: first + k }))}
      </div>
      ${
        list.length === 0
          ? html`<p class="empty">
              No tensor matches.
              <button onClick=${() => (filter.value = "")}>Clear the filter</button>
            </p>`
          : null
      }
    </div>
  </section>`;
}

function Heading({ key, title, sort }) {
  const sortable = key !== "local";
  const active = sort.value.key === key;
  const order = active ? (sort.value.down ? "descending" : "ascending") : "none";
  if (!sortable) return html`<div class=${`cell ${key}`} role="columnheader">${title}</div>`;
  return html`<div class=${`cell ${key}`} role="columnheader" aria-sort=${order}>
    <button
      onClick=${() =>
        (sort.value =
          active && !sort.value.down ? { key: "", down: true } : { key, down: !active })}
    >
      ${title} ${active ? (sort.value.down ? "↓" : "↑") : ""}
    </button>
  </div>`;
}

function Row({ state, colorOf, i, at }) {
  const { report, selected } = state;
  const layout = report.layout(i);
  const sharding = report.sharding(i);
  const type = report.type(i);
  const change = report.changeOf.get(i);
  return html`<div
    class=${`row${selected.value === i ? " current" : ""}${change ? " changed" : ""}`}
    role="row"
    id=${`row-${i}`}
    key=${i}
    aria-rowindex=${at + 2}
    aria-selected=${selected.value === i}
    style=${`top: ${at * ROW}px`}
    onClick=${() => (selected.value = i)}
  >
    <div class="cell name" role="gridcell" title=${`${report.name(i)} (${KINDS[report.kind(i)]})`}>
      ${report.name(i)}${report.leaf(i) === report.value(i) ? "" : html` <small>${report.value(i)}</small>`}
    </div>
    <div class="cell type" role="gridcell">${type.text}</div>
    <div class="cell local" role="gridcell">${layout.local ? shapeText(layout.local) : ""}</div>
    <div class="cell sharding" role="gridcell" title=${sharding?.text ?? "no sharding"}>
      ${Strip({ sharding, rank: type.shape?.length ?? 0, colorOf })}
      <span>${sharding ? sharding.spec || sharding.text : "none"}</span>
    </div>
    <div class="cell bytes" role="gridcell">${bytesText(layout.local_bytes)}</div>
  </div>`;
}

function scrollTo(element, at) {
  if (at < 0 || !element) return;
  const top = at * ROW;
  if (top < element.scrollTop) element.scrollTop = top;
  const room = element.clientHeight - 2 * ROW;
  if (top > element.scrollTop + room) element.scrollTop = top - room;
}
