import { useState } from "preact/hooks";
import { html } from "./html.js";
import { bytesText, secondsText } from "./data.js";

const MOST_ROWS = 300;

const GROUPINGS = [
  ["none", "one by one"],
  ["axes", "by axis"],
  ["scope", "by scope"],
  ["kind", "by kind"],
];

/** Every collective and reshard, the largest first, or sums over groups. */
export function Communication({ state }) {
  const { report } = state;
  const [by, setBy] = useState("none");
  const all = inScope(state);
  const total = all.reduce((s, c) => s + sent(c), 0);
  if (report.communication.length === 0) {
    return html`<section class="communication" aria-label="Communication">
      <p>${nothing(report)}</p>
    </section>`;
  }
  return html`<section class="communication" aria-label="Communication">
    <p class="summary">${`${all.length} ${all.length === 1 ? "transfer" : "transfers"}; a device sends ${bytesText(total)} in a step.`}</p>
    <div class="choice" role="radiogroup" aria-label="How they are grouped">
      ${GROUPINGS.map(
        ([id, title]) =>
          html`<label>
            <input
              type="radio"
              name="by"
              checked=${by === id}
              onChange=${() => setBy(id)}
            />${title}
          </label>`,
      )}
    </div>
    ${by === "none" ? List({ state, all, total }) : Groups({ state, all, total, by })}
  </section>`;
}

function nothing({ program, communication_error: error }) {
  if (error) return `The communication is not known: ${error}`;
  if (program.propagated) return "Devices compute all of it without communication.";
  return "This program writes no communication down. --propagate finds what it needs.";
}

function sent(c) {
  return c.bytes_sent * (c.times ?? 1);
}

function inScope({ report, scope }) {
  const at = scope.value;
  if (at < 0) return report.communication;
  const path = report.paths[at];
  return report.communication.filter((c) => {
    const p = c.scope < 0 ? "" : report.paths[c.scope];
    return p === path || p.startsWith(`${path}/`);
  });
}

/** Paths break at their slashes. */
function breakable(name) {
  return name.split(/(?<=\/)/).map((step) => html`${step}<wbr />`);
}

function List({ state, all, total }) {
  const { report, selected } = state;
  const rows = [...all].sort((a, b) => sent(b) - sent(a)).slice(0, MOST_ROWS);
  const Tensor = (c) =>
    c.tensor < 0
      ? ""
      : html`<button onClick=${() => (selected.value = c.tensor)}>
          ${breakable(report.name(c.tensor))}
        </button>`;
  const columns = [
    ["What", "", (c) => html`<code>${c.kind}</code>`],
    ["Over", "", (c) => c.axes.join(", ") || "all"],
    ["Group", "number", (c) => c.group],
    ["Sends", "number share", (c) => bytesText(sent(c))],
    ...(all.some((c) => (c.times ?? 1) > 1) ? [["Times", "number", (c) => c.times ?? 1]] : []),
    ...(all.some((c) => c.seconds) ? [["Time", "number", (c) => secondsText(c.seconds)]] : []),
    ["Of", "path", Tensor],
    ["Why", "", (c) => html`<small>${c.cause ?? ""}</small>`],
  ];
  return html`<table class="plain">
      <thead>
        <tr>
          ${columns.map(([title]) => html`<th scope="col">${title}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (c) =>
            html`<tr class=${selected.value === c.tensor && c.tensor >= 0 ? "current" : ""}>
              ${columns.map(
                ([, kind, show]) =>
                  html`<td
                    class=${kind}
                    style=${kind === "number share" ? share(sent(c), total) : ""}
                  >
                    ${show(c)}
                  </td>`,
              )}
            </tr>`,
        )}
      </tbody>
    </table>
    ${all.length > rows.length ? html`<p>and ${all.length - rows.length} smaller ones</p>` : null}`;
}

function Groups({ state, all, total, by }) {
  const { report } = state;
  const keyOf = {
    axes: (c) => c.axes.join(", ") || "all devices",
    kind: (c) => c.kind,
    scope: (c) => (c.scope < 0 ? "" : report.paths[c.scope].split("/").slice(0, 3).join("/")),
  }[by];
  const groups = new Map();
  for (const c of all) {
    const key = keyOf(c);
    const g = groups.get(key) ?? { bytes: 0, count: 0, seconds: 0 };
    g.bytes += sent(c);
    g.seconds += c.seconds ?? 0;
    ++g.count;
    groups.set(key, g);
  }
  const rows = [...groups].sort((a, b) => b[1].bytes - a[1].bytes);
  return html`<table class="plain">
    <thead>
      <tr>
        <th scope="col">${GROUPINGS.find(([id]) => id === by)[1]}</th>
        <th scope="col">Transfers</th>
        <th scope="col">Sends</th>
        <th scope="col">Time</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        ([key, g]) =>
          html`<tr>
            <td>${key || "(no scope)"}</td>
            <td class="number">${g.count}</td>
            <td class="number" style=${share(g.bytes, total)}>${bytesText(g.bytes)}</td>
            <td class="number">${g.seconds > 0 ? secondsText(g.seconds) : ""}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** A bar behind a number. */
function share(part, total) {
  const percent = total > 0 ? (100 * part) / total : 0;
  return `background: linear-gradient(270deg, var(--bar) ${percent}%, transparent ${percent}%)`;
}
