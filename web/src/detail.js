import { html } from "./html.js";
import { KINDS, bytesText, secondsText, shapeText } from "./data.js";
import { DeviceGrid } from "./grid.js";
import { Strip } from "./strip.js";

const MOST_LINKS = 20;

/** Everything about the selected tensor. */
export function Detail({ state, colorOf }) {
  const { report, selected } = state;
  const i = selected.value;
  if (i < 0) {
    return html`<aside class="detail" aria-label="Selected tensor">
      <p class="hint">
        Select a tensor to see which device holds what, where its sharding comes from, and what it
        costs to move.
      </p>
    </aside>`;
  }
  const layout = report.layout(i);
  const sharding = report.sharding(i);
  const type = report.type(i);
  const change = report.changeOf.get(i);
  return html`<aside class="detail" aria-label="Selected tensor" aria-live="polite">
    <h2>${report.name(i)}</h2>
    <p class="sub">
      ${KINDS[report.kind(i)]}${report.op(i) ? html`, from <code>${report.op(i)}</code>` : ""}${" "}
      <code>${report.value(i)}</code> ${Place({ state, i })}
    </p>
    <dl>
      <dt>Type</dt>
      <dd>${type.text}</dd>
      <dt>Sharding</dt>
      <dd>
        ${Strip({ sharding, rank: type.shape?.length ?? 0, colorOf })}
        <code>${sharding ? sharding.spec || sharding.text : "none"}</code>
        ${sharding?.spec ? html`<br /><code class="long">${sharding.text}</code>` : null}
      </dd>
      <dt>On a device</dt>
      <dd>
        ${`${layout.local ? shapeText(layout.local) : "?"}, ${bytesText(layout.local_bytes)} of ${bytesText(layout.bytes)}`}
      </dd>
      ${change ? Change({ report, change }) : null}
    </dl>
    <h3>Devices</h3>
    ${
      sharding
        ? DeviceGrid({ report, layout, colorOf })
        : html`<p>No sharding: every device holds all of it.</p>`
    }
    ${change ? GridBefore({ report, change, colorOf }) : null} ${Explanation({ state, i })}
    ${Moves({ state, i })}
    ${Links({ state, title: "Made from", items: report.producers(i) })}
    ${Links({ state, title: "Used by", items: report.users(i) })}
  </aside>`;
}

function Place({ state, i }) {
  const { report, tab, line } = state;
  const show = () => {
    tab.value = "program";
    line.value = report.line(i);
  };
  const text = `${report.program.name}:${report.line(i)}`;
  return html`${
    report.file(i) === ""
      ? null
      : html`<span class="place">${`${report.file(i)}:${report.fileLine(i)}`}</span>`
  }
  ${
    report.line(i) <= 0
      ? null
      : report.text
        ? html`<button class="place" onClick=${show}>${text}</button>`
        : html`<span class="place">${text}</span>`
  }`;
}

function Change({ report, change }) {
  const before = change.before < 0 ? null : report.layouts[change.before];
  const old = before && before.sharding >= 0 ? report.shardings[before.sharding] : null;
  return html`<dt>Before</dt>
    <dd>
      <code>${old ? old.spec || old.text : "none"}</code>${
        before ? html`, ${bytesText(before.local_bytes)} on a device` : null
      } <br />${change.root ? "changed in the program" : `follows${change.because && `: ${change.because}`}`}
    </dd>`;
}

function GridBefore({ report, change, colorOf }) {
  const layout = report.layouts[change.before];
  return html`<h3>Devices before</h3>
    ${
      layout.sharding < 0
        ? html`<p>No sharding: every device held all of it.</p>`
        : DeviceGrid({ report, layout, colorOf })
    }`;
}

function Explanation({ state, i }) {
  const { report } = state;
  const found = report.explanationOf.get(i);
  if (!found) {
    return html`<h3>Where it comes from</h3>
      <p>
        Ask the program:
        <code class="long">${explainCommand(report, i)}</code>
      </p>`;
  }
  return html`<h3>Where it comes from</h3>
    <div class="explanation">
      ${lines(found.notes).map((note) => html`<p>${note}</p>`)}
      ${found.axes.map(
        (axis) =>
          html`<p class="title">${axis.title.trim()}</p>
            ${Chain({ state, links: report.chain(axis.last) })}`,
      )}
      ${found.axes.length === 0 ? html`<p>No axis came to it.</p>` : null}
      ${
        found.stops === ""
          ? null
          : html`<details>
              <summary>Axes that did not come</summary>
              ${Lines({ state, text: found.stops })}
            </details>`
      }
      ${
        report.strings[found.absent] === ""
          ? null
          : html`<details>
              <summary>Why not other axes</summary>
              ${Lines({ state, text: report.strings[found.absent] })}
            </details>`
      }
    </div>`;
}

function lines(text) {
  return text.split("\n").flatMap((line) => (line.trim() === "" ? [] : [line.trim()]));
}

/** The lines under a title. */
function Lines({ state, text }) {
  return html`<ul class="chain">
    ${lines(text)
      .slice(1)
      .map((line) => html`<li>${Linked({ state, line })}</li>`)}
  </ul>`;
}

const MOST_STEPS = 10;

/** The steps by which an axis came; those in the middle are folded. */
function Chain({ state, links }) {
  const step = (line) => html`<li>${Linked({ state, line })}</li>`;
  if (links.length <= MOST_STEPS) return html`<ol class="chain">${links.map(step)}</ol>`;
  const [head, tail] = [2, 5];
  return html`<ol class="chain">
      ${links.slice(0, head).map(step)}
    </ol>
    <details>
      <summary>${links.length - head - tail} more steps</summary>
      <ol class="chain" start=${head + 1}>
        ${links.slice(head, -tail).map(step)}
      </ol>
    </details>
    <ol class="chain" start=${links.length - tail + 1}>
      ${links.slice(-tail).map(step)}
    </ol>`;
}

/** A line of an explanation, in which names of values can be followed. */
function Linked({ state, line }) {
  const { report, selected } = state;
  const [, said, place] = /^(.*?)(?: {2}at ([^ ]*))?$/s.exec(line.trim());
  const parts = said.split(/(%[A-Za-z0-9_.$-]+(?:#[0-9]+)?)/);
  return html`${parts.map((part, k) => {
    const value = k % 2 === 1 ? report.findValue(part) : -1;
    return value < 0
      ? part
      : html`<button onClick=${() => (selected.value = value)}>${part}</button>`;
  })}${place ? html` <small>${place}</small>` : null}`;
}

/** A result of the program is asked for by its number. */
function explainCommand(report, i) {
  const [, result] = /^result ([0-9]+)$/.exec(report.value(i)) ?? [];
  const what = result === undefined ? `--value '${report.value(i)}'` : `--result ${result}`;
  return `shardflow explain ${report.program.name} ${what}`;
}

function Moves({ state, i }) {
  const { report } = state;
  const moves = report.communicationOf.get(i);
  if (!moves) return null;
  return html`<h3>Communication at it</h3>
    <ul class="moves">
      ${moves.map(
        (c) =>
          html`<li>
            <code>${c.kind}</code> ${moveText(c)} ${c.cause ? html`<br /><small>${c.cause}</small>` : null}
          </li>`,
      )}
    </ul>`;
}

function moveText(c) {
  const times = c.times > 1 ? ` x ${c.times}` : "";
  const seconds = c.seconds ? `, ${secondsText(c.seconds)}` : "";
  const over = c.axes.join(", ") || "all devices";
  return ` over ${over}: a device sends ${bytesText(c.bytes_sent)}${times}${seconds}`;
}

function Links({ state, title, items }) {
  const { report, selected } = state;
  if (items.length === 0) return null;
  const shown = Array.from(items.slice(0, MOST_LINKS));
  return html`<h3>${title}</h3>
    <ul class="links">
      ${shown.map(
        (v) =>
          html`<li>
            <button onClick=${() => (selected.value = v)}>${report.name(v)}</button>${" "}
            <small>${`${report.value(v)} ${report.op(v)}`}</small>
          </li>`,
      )}
      ${items.length > shown.length ? html`<li>and ${items.length - shown.length} more</li>` : null}
    </ul>`;
}
