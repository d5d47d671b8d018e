// Results of a series → one self-contained SVG: time against bone faces, log–log, one panel per query, one line per
// competitor.

import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { count } from './cells.mjs';

const PANEL = { width: 430, height: 300 };
const MARGIN = { left: 20, top: 92, bottom: 34 };
const LEGEND_STEP = 144;
/**
 * Marker by competitor. Its colour, --c0 and on, is kerf's ink or one of Okabe and Ito's, which the colour-blind can
 * distinguish too.
 */
const SYMBOLS = {
  kerf: 'circle',
  'three-mesh-bvh': 'square',
  'manifold-3d': 'diamond',
  Rapier: 'triangle',
  Jolt: 'star',
  'vtk.js OBBTree': 'cross',
};
const NAMES = Object.keys(SYMBOLS);
const SYMBOL_SCALE = { domain: NAMES, range: Object.values(SYMBOLS) };
const colour = ({ name }) => `var(--c${NAMES.indexOf(name)})`;
const STYLE = `
  .bench { --ground: #ffffff; --ink: #1f2328; --grid: #8c959f; --c0: #1f2328; --c1: #d55e00; --c2: #0072b2; --c3: #008f68; --c4: #b35c91; --c5: #a87900; }
  @media (prefers-color-scheme: dark) {
    .bench { --ground: #0d1117; --ink: #e6edf3; --grid: #6e7681; --c0: #e6edf3; --c1: #ff8a3d; --c2: #56b4e9; --c3: #2fcf9f; --c4: #e39bc6; --c5: #f0c040; }
  }
  .bench text { white-space: pre; font-family: system-ui, sans-serif; }
`;

/** @param results as series.mjs returns them. @returns the text of the SVG, the same for the same results. */
export function plot(results) {
  const { title, tool, kinds, machine, sizes } = results;
  const panels = [
    { title: 'All intersecting pairs, 5 mm deep', lines: queryLines(sizes, 'pairs', 'cut') },
    { title: 'Smallest distance, 1–20 mm clear', lines: queryLines(sizes, 'distance', 'clear') },
    { title: 'Build', lines: lines(sizes, ({ build }) => build) },
    { title: 'Full report, 5 mm deep (only kerf can)', lines: reportLines(sizes) },
  ];
  const { document } = parseHTML('<html><body></body></html>');
  const width = 2 * PANEL.width + 2 * MARGIN.left;
  const height = MARGIN.top + 2 * PANEL.height + MARGIN.bottom;
  const drawn = panels.map((panel, i) => place(draw(panel, document, i), i));
  const caption = `${machine.cpu}, ${machine.cores} cores, Node ${machine.node}; ${tool.name} of ${count(tool.faces)} faces, ${kinds.length} poses, one thread, medians of one interleaved run.`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="bench" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" fill="var(--ink)" style="color: var(--ink)">`,
    `<title>${escaped(`${title}: milliseconds of a query against faces of the bone`)}</title>`,
    `<style>${STYLE}</style>`,
    `<rect width="${width}" height="${height}" fill="var(--ground)"/>`,
    `<text x="${MARGIN.left}" y="32" font-size="18" font-weight="600">${escaped(`${title}: time of a query against the size of the bone`)}</text>`,
    legend(document),
    ...drawn,
    `<text x="${MARGIN.left}" y="${height - 12}" font-size="11">${escaped(caption)}</text>`,
    '</svg>\n',
  ].join('\n');
}

/** A point for each size and competitor that has a summary; kerf's last, so that its points lie on top. */
function lines(sizes, summariesOf) {
  return sizes.flatMap((size) =>
    NAMES.toReversed().flatMap((name) => {
      const own = summariesOf(size)[name];
      return own ? [{ name, line: name, faces: size.faces, ms: own.median }] : [];
    }),
  );
}

function queryLines(sizes, query, kind) {
  const ofKind = (times) => Object.fromEntries(Object.entries(times).map(([name, kinds]) => [name, kinds[kind]]));
  return lines(sizes, (size) => ofKind(size[query].times));
}

function reportLines(sizes) {
  return sizes.flatMap(({ faces, report }) =>
    report.map(({ h, times }) => ({ name: 'kerf', line: `h ${h} mm`, faces, ms: times.cut.median })),
  );
}

function draw({ title, lines: points }, document, panel) {
  const faces = [...new Set(points.map((point) => point.faces))];
  const ticks = decades(points.map(({ ms }) => ms));
  const labelled = points.filter(({ line, name, faces: at }) => line !== name && at === faces.at(-1));
  const at = { x: 'faces', y: 'ms' };
  const chart = Plot.plot({
    document,
    ...PANEL,
    className: `panel${panel}`,
    ...{ marginTop: 40, marginLeft: 66, marginRight: 64, marginBottom: 44 },
    style: { background: 'none', color: 'var(--ink)' },
    x: { type: 'log', domain: [Math.min(...faces) / 1.2, Math.max(...faces) * 1.2] },
    y: { type: 'log', domain: [ticks[0], ticks.at(-1)] },
    symbol: SYMBOL_SCALE,
    marks: [
      Plot.gridY(ticks, { stroke: 'var(--grid)', strokeOpacity: 0.35 }),
      Plot.axisY(ticks, {
        label: 'time, ms',
        labelAnchor: 'center',
        labelArrow: 'none',
        tickFormat: amount,
        fontSize: 11,
      }),
      Plot.axisX(faces, {
        label: 'faces of the bone',
        labelAnchor: 'center',
        labelArrow: 'none',
        text: short,
        fontSize: 11,
      }),
      Plot.line(points, {
        ...at,
        z: 'line',
        stroke: colour,
        strokeWidth: ({ name }) => (name === 'kerf' ? 2.75 : 1.5),
      }),
      Plot.dot(points, { ...at, symbol: 'name', stroke: colour, fill: colour, r: 4 }),
      Plot.text(labelled, { ...at, text: 'line', dx: 8, textAnchor: 'start', fontSize: 11, fill: 'currentColor' }),
      Plot.text([title], { frameAnchor: 'top-left', dy: -28, fontSize: 14, fontWeight: 600, text: (text) => text }),
    ],
  });
  return bare(chart, title);
}

/** The powers of ten around the values, at least two. */
function decades(values) {
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...values))));
  return Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i));
}

function amount(value) {
  return value < 1 ? String(value) : count(value);
}

function short(faces) {
  return faces >= 1000 ? `${Number((faces / 1000).toPrecision(3))}k` : String(faces);
}

function place(svg, panel) {
  const x = MARGIN.left + PANEL.width * (panel % 2);
  const y = MARGIN.top + PANEL.height * Math.floor(panel / 2);
  return svg.replace('<svg', `<svg x="${x}" y="${y}"`);
}

function legend(document) {
  const points = NAMES.map((name, i) => ({ name, at: 7 + LEGEND_STEP * i }));
  const svg = Plot.plot({
    document,
    className: 'legend',
    ...{ width: 2 * PANEL.width, height: 24, margin: 0 },
    style: { background: 'none' },
    x: { type: 'identity', axis: null },
    symbol: SYMBOL_SCALE,
    marks: [
      Plot.dot(points, { x: 'at', frameAnchor: 'middle', symbol: 'name', stroke: colour, fill: colour, r: 5 }),
      Plot.text(points, {
        x: 'at',
        frameAnchor: 'middle',
        text: 'name',
        dx: 12,
        textAnchor: 'start',
        fontSize: 13,
        fill: 'currentColor',
      }),
    ],
  });
  return bare(svg, 'Competitors').replace('<svg', `<svg x="${MARGIN.left}" y="52"`);
}

/**
 * With a title for a screen reader; without Plot's style, whose `height: auto` moves a panel inside another SVG in some
 * browsers.
 */
function bare(chart, title) {
  const element = chart.ownerDocument.createElementNS('http://www.w3.org/2000/svg', 'title');
  element.textContent = title;
  chart.querySelector('style').replaceWith(element);
  return chart.outerHTML;
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
