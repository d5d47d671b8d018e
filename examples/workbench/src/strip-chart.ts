// Insertion, wall ahead and force, as they come → a chart of the last seconds.

import uPlot from 'uplot';

/** s shown, and ms between two drawings. */
const SPAN = 20;
const REST = 100;

/** Reaches at least 1, so that noise around 0 does not fill the chart. */
const FROM_ZERO = (_plot: uPlot, _least: number | null, most: number | null): [number, number] => [
  0,
  Math.max(1, most ?? 1),
];

type Values = (number | null)[];

export class StripChart {
  readonly #plot: uPlot;
  readonly #rows: [number[], Values, Values, Values] = [[], [], [], []];
  #drawn = 0;

  constructor(container: HTMLElement) {
    // Read when drawn: the page's colours follow the system's, light or dark.
    const paint = (name: string) => () => getComputedStyle(container).getPropertyValue(name);
    const axis = {
      font: '11px system-ui',
      size: 38,
      stroke: paint('--quiet'),
      grid: { stroke: paint('--line') },
      ticks: { stroke: paint('--line') },
    };
    this.#plot = new uPlot(
      {
        width: 250,
        height: 140,
        cursor: { show: false },
        legend: { live: false },
        scales: { x: { time: false }, mm: { range: FROM_ZERO }, N: { range: FROM_ZERO } },
        axes: [
          { ...axis, size: 30, label: 's', labelSize: 14, labelFont: '11px system-ui' },
          { ...axis, scale: 'mm', label: 'mm', labelSize: 14, labelFont: '11px system-ui' },
          {
            ...axis,
            scale: 'N',
            side: 1,
            grid: { show: false },
            label: 'force, N',
            labelSize: 14,
            labelFont: '11px system-ui',
          },
        ],
        series: [
          {},
          { label: 'insertion, mm', scale: 'mm', stroke: '#ff6b81', width: 2, spanGaps: true },
          { label: 'wall ahead, mm', scale: 'mm', stroke: '#5bd18b', width: 2, spanGaps: true },
          { label: 'force, N', scale: 'N', stroke: '#5aaef0', width: 2, spanGaps: true },
        ],
      },
      this.#rows as uPlot.AlignedData,
      container,
    );
  }

  /** mm and N; null if there is none. */
  add(insertion: number | null, wallAhead: number | null, force: number | null): void {
    const now = performance.now();
    const [times, insertions, walls, forces] = this.#rows;
    times.push(now / 1000);
    insertions.push(insertion);
    walls.push(wallAhead);
    forces.push(force);
    if (now - this.#drawn < REST) return;
    this.#drawn = now;
    const old = times.findIndex((time) => time > now / 1000 - SPAN);
    for (const row of this.#rows) row.splice(0, old);
    this.#plot.setData(this.#rows as uPlot.AlignedData);
  }
}
