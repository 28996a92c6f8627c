import { render } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { html } from "./html.js";
import { bytesText, openReport } from "./data.js";
import { TABS, makeState } from "./state.js";
import { axisColors } from "./colors.js";
import { AxisKey } from "./strip.js";
import { ScopeTree } from "./tree.js";
import { TensorTable } from "./table.js";
import { Detail } from "./detail.js";
import { Memory } from "./memory.js";
import { Communication } from "./communication.js";
import { Graph } from "./graph.js";
import { Changes, Meshes, ProgramText } from "./pages.js";

const PAGES = {
  tensors: TensorTable,
  memory: Memory,
  communication: Communication,
  graph: Graph,
  meshes: Meshes,
  program: ProgramText,
  changes: Changes,
};

function App({ state }) {
  const { report, tab, theme, filter, selected } = state;
  const colorOf = useMemo(() => axisColors(report.axes), [report]);
  useEffect(() => {
    const onKey = (event) => {
      if (event.target.matches("input, textarea")) return;
      if (event.key === "/") {
        event.preventDefault();
        tab.value = "tensors";
        setTimeout(() => document.getElementById("filter")?.focus());
      } else if (event.key === "Escape") {
        selected.value = -1;
      }
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  useEffect(() => {
    if (theme.value === "") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme.value;
  }, [theme.value]);

  const tabs = TABS.filter(([id]) => id !== "changes" || report.baseline);
  const Page = PAGES[tab.value];
  return html`<header>
      <h1>${report.program.name}</h1>
      <p>${summary(report)}</p>
      <${AxisKey}
        report=${report}
        colorOf=${colorOf}
        onPick=${(axis) => {
          tab.value = "tensors";
          filter.value = filter.value === `axis:${axis}` ? "" : `axis:${axis}`;
        }}
      />
      <button
        class="theme"
        onClick=${() => (theme.value = { "": "dark", dark: "light", light: "" }[theme.value])}
      >
        ${{ "": "Colours: system", dark: "Colours: dark", light: "Colours: light" }[theme.value]}
      </button>
    </header>
    <${ScopeTree} state=${state} />
    <main>
      <div class="tabs" role="tablist" aria-label="Views" onKeyDown=${(e) => moveTab(e, tabs, tab)}>
        ${tabs.map(
          ([id, title]) =>
            html`<button
              role="tab"
              id=${`tab-${id}`}
              aria-selected=${tab.value === id}
              aria-controls="page"
              tabindex=${tab.value === id ? 0 : -1}
              onClick=${() => (tab.value = id)}
            >
              ${title}
            </button>`,
        )}
      </div>
      <div class="page" id="page" role="tabpanel" aria-labelledby=${`tab-${tab.value}`}>
        <${Page} state=${state} colorOf=${colorOf} />
      </div>
    </main>
    <${Detail} state=${state} colorOf=${colorOf} />`;
}

function summary({ program, count, memory }) {
  const held = memory ? `, ${bytesText(memory.arguments)} of arguments on a device` : "";
  return `${program.devices} devices, ${count} tensors${held}`;
}

function moveTab(event, tabs, tab) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  const at = tabs.findIndex(([id]) => id === tab.value);
  const next = tabs[(at + step + tabs.length) % tabs.length][0];
  tab.value = next;
  document.getElementById(`tab-${next}`)?.focus();
}

const root = document.getElementById("app");
try {
  const json = JSON.parse(document.getElementById("data").textContent);
  const state = makeState(openReport(json));
  if (state.tab.value === "changes" && !json.baseline) state.tab.value = "tensors";
  document.title = `${json.program.name} · shardflow`;
  root.replaceChildren();
  render(html`<${App} state=${state} />`, root);
} catch (error) {
  root.textContent = `This report can't be shown: ${error.message}`;
}
