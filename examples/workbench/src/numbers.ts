// A report → the numbers beside the picture.

import { element } from './element.ts';
import type { Summary } from './wire.ts';

const ROWS = [
  'state',
  'depth',
  'area',
  'contacts',
  'patches',
  'query',
  'regions',
  'subdivide',
  'distance',
  'behind the hand',
  'backend',
  'felt',
  'force',
] as const;
type Row = (typeof ROWS)[number];

export class Numbers {
  readonly #cells: Readonly<Record<Row, HTMLElement>>;

  constructor(container: HTMLElement) {
    const cells = ROWS.map(
      (row) => [row, element('dd', { id: `number-${row.replaceAll(' ', '-')}`, textContent: '–' })] as const,
    );
    this.#cells = Object.fromEntries(cells) as Record<Row, HTMLElement>;
    for (const [row, cell] of cells) container.append(element('dt', { textContent: row }), cell);
  }

  /** @param behind ms from the hand's pose to its report. */
  show({ state, contactCount, patchCount, depth, area, stats }: Summary, milliseconds: number, behind: number): void {
    const ms = (value: number) => `${value.toFixed(1)} ms`;
    const texts: Readonly<Partial<Record<Row, string>>> = {
      state,
      depth: `${depth.toFixed(3)} mm`,
      area: `${area.toFixed(1)} mm²`,
      contacts: contactCount.toLocaleString('en'),
      patches: String(patchCount),
      query: ms(milliseconds),
      regions: ms(stats.milliseconds.regions),
      subdivide: ms(stats.milliseconds.subdivide),
      distance: ms(stats.milliseconds.distance),
      'behind the hand': ms(behind),
      backend: stats.backend,
    };
    this.#write(texts);
  }

  /** What the haptic loop says. @param force N. @param modelAge ms. */
  felt(state: string, force: number, modelAge: number): void {
    // Begun inside, there is no way out to be shown.
    const says = state === 'deep' ? 'deep: lift it out first' : state;
    this.#write({
      felt: modelAge > 0 ? `${says}, model ${modelAge.toFixed(0)} ms old` : says,
      force: `${force.toFixed(2)} N`,
    });
  }

  #write(texts: Readonly<Partial<Record<Row, string>>>): void {
    for (const row of ROWS) this.#cells[row].textContent = texts[row] ?? this.#cells[row].textContent;
  }
}
