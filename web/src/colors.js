// A colour for each axis of the meshes, told apart by the colour-blind too
// (Okabe and Ito's set). A tensor is drawn as a strip with a cell for each
// dimension, in the colours of the axes that cut it: so the key has a row for
// each axis, however many shardings there are.

const COLORS = [
  "#0072b2",
  "#d55e00",
  "#009e73",
  "#cc79a7",
  "#e69f00",
  "#56b4e9",
  "#8c6bb1",
  "#7a8b00",
];

/** @returns {(axis: string) => string} */
export function axisColors(axes) {
  const colors = new Map(axes.map((a, i) => [a, COLORS[i % COLORS.length]]));
  return (axis) => colors.get(axis) ?? "#777777";
}

/** The background of a cell: one colour, or stripes of several. */
export function dimBackground(axes, colorOf) {
  if (axes.length === 0) return "var(--uncut)";
  if (axes.length === 1) return colorOf(axes[0].name);
  const step = 100 / axes.length;
  const stops = axes.map((a, i) => `${colorOf(a.name)} ${i * step}% ${(i + 1) * step}%`);
  return `linear-gradient(90deg, ${stops.join(", ")})`;
}
