// Times of broad phases → one self-contained SVG: time against boxes, log–log, one panel per kind of set.

import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { count } from '../cells.mjs';

const PANEL = { width: 480, height: 380 };
/** The colours of Okabe and Ito, distinguishable by the colour-blind, and two more; each with a marker. */
const STYLES = {
  grid: ['#0072b2', 'square'],
  octree: ['#56b4e9', 'diamond'],
  'kd-tree': ['#009e73', 'triangle'],
  bsp: ['#999999', 'asterisk'],
  sweep: ['#d55e00', 'cross'],
  bvh: ['#cc79a7', 'star'],
  lbvh: ['#7f3c8d', 'times'],
  hybrid: ['#1f2328', 'circle'],
  'box-intersect': ['#b8860b', 'plus'],
};
const NAMES = Object.keys(STYLES);

/** @param panels `{ title, points: { method, boxes, ms }[] }`. @returns the text of the SVG. */
export function boxPlot(panels, caption) {
  const { document } = parseHTML('<html><body></body></html>');
  const width = PANEL.width * panels.length;
  const height = PANEL.height + 80;
  const all = panels.flatMap(({ points }) => points.map(({ ms }) => ms));
  const low = Math.floor(Math.log10(Math.min(...all)));
  const ticks = Array.from({ length: Math.ceil(Math.log10(Math.max(...all))) - low + 1 }, (_, i) => 10 ** (low + i));
  const drawn = panels.map((panel, i) => {
    const svg = draw(panel, document, ticks).outerHTML;
    return svg.replace('<svg', `<svg x="${i * PANEL.width}" y="40"`);
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="system-ui, sans-serif">`,
    '<title>Broad phase: milliseconds of an answer against boxes</title>',
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    '<text x="20" y="28" font-size="17" font-weight="600" fill="#1f2328">Broad phase: time of an answer against the number of boxes</text>',
    ...drawn,
    `<text x="20" y="${height - 14}" font-size="11" fill="#1f2328">${caption}</text>`,
    '</svg>\n',
  ].join('\n');
}

function draw({ title, points }, document, ticks) {
  const counts = [...new Set(points.map(({ boxes }) => boxes))].sort((a, b) => a - b);
  const at = { x: 'boxes', y: 'ms' };
  const last = NAMES.flatMap((method) => points.findLast((point) => point.method === method) ?? []);
  return Plot.plot({
    document,
    ...PANEL,
    ...{ marginTop: 40, marginLeft: 60, marginRight: 90, marginBottom: 46 },
    style: { background: 'none', color: '#1f2328' },
    x: { type: 'log', domain: [counts[0] / 1.2, counts.at(-1) * 1.2] },
    y: { type: 'log', domain: [ticks[0], ticks.at(-1)] },
    color: { domain: NAMES, range: NAMES.map((name) => STYLES[name][0]) },
    symbol: { domain: NAMES, range: NAMES.map((name) => STYLES[name][1]) },
    marks: [
      Plot.gridY(ticks, { strokeOpacity: 0.25 }),
      Plot.axisY(ticks, { label: 'time, ms', labelAnchor: 'center', labelArrow: 'none', tickFormat: String }),
      Plot.axisX(counts, { label: 'boxes', labelAnchor: 'center', labelArrow: 'none', tickFormat: count }),
      Plot.line(points, { ...at, z: 'method', stroke: 'method', strokeWidth: 1.5 }),
      Plot.dot(points, { ...at, symbol: 'method', stroke: 'method', r: 4 }),
      Plot.text(apart(last), { x: 'boxes', y: 'label', text: 'method', fill: 'method', dx: 10, textAnchor: 'start' }),
      Plot.text([title], { frameAnchor: 'top-left', dy: -28, fontSize: 13, fontWeight: 600, text: (text) => text }),
    ],
  });
}

/** Labels at the ends of lines, moved up until none overlaps another. */
function apart(ends) {
  let below = 0;
  return ends
    .toSorted((a, b) => a.ms - b.ms)
    .map((end) => {
      below = Math.max(end.ms, below * 1.45);
      return { ...end, label: below };
    });
}
