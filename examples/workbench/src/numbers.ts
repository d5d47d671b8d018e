// A report → the numbers beside the picture.

import type { Interval, OverlapInterval, Penetration } from 'kerf';
import { element } from './element.ts';
import type { CutSummary, Summary } from './wire.ts';

/** The rows read at a glance. */
const FIRST = ['state', 'insertion', 'wall ahead', 'force', 'removed', 'off the plan'] as const;
const ROWS = [
  ...FIRST,
  'through the bone',
  'removed, bounds',
  'inside, to surface',
  'area',
  'bone in the tool',
  'contacts',
  'patches',
  'query',
  'regions',
  'subdivide',
  'distance',
  'behind the hand',
  'backend',
  'candidate pairs',
  'other pairs',
  'stroke, at origin',
  'felt',
] as const;
type Row = (typeof ROWS)[number];

export class Numbers {
  readonly #cells: Readonly<Record<Row, HTMLElement>>;

  /** @param first the container of the rows read at a glance. */
  constructor(first: HTMLElement, container: HTMLElement) {
    const cells = ROWS.map(
      (row) => [row, element('dd', { id: `number-${row.replaceAll(/\W+/g, '-')}`, textContent: '–' })] as const,
    );
    this.#cells = Object.fromEntries(cells) as Record<Row, HTMLElement>;
    const isLater = (row: Row) => ['removed', 'off the plan', 'force'].includes(row);
    const isFirst = (row: Row) => (FIRST as readonly Row[]).includes(row);
    for (const [row, cell] of cells)
      if (isFirst(row))
        first.append(element('div', { hidden: isLater(row) }, element('dt', { textContent: row }), cell));
      else container.append(element('dt', { textContent: row }), cell);
  }

  /** @param behind ms from the hand's pose to its report. */
  show(
    { state, contactCount, patchCount, inside, area, stats, others }: Summary,
    milliseconds: number,
    behind: number,
  ): void {
    const ms = (value: number) => `${value.toFixed(1)} ms`;
    const texts: Readonly<Partial<Record<Row, string>>> = {
      state,
      'inside, to surface': `${inside.toFixed(3)} mm`,
      area: `${area.toFixed(1)} mm²`,
      contacts: contactCount.toLocaleString('en'),
      patches: String(patchCount),
      query: ms(milliseconds),
      regions: ms(stats.milliseconds.regions),
      subdivide: ms(stats.milliseconds.subdivide),
      // Includes the time that the CPU side spends on a report from the GPU.
      distance: ms(stats.milliseconds.distance + (stats.milliseconds.host ?? 0)),
      'behind the hand': ms(behind),
      backend: stats.backend,
      'candidate pairs': stats.candidatePairs.toLocaleString('en'),
      'other pairs': others.length === 0 ? 'none' : others.join(', '),
    };
    this.#write(texts);
  }

  /**
   * Shows how far the tool has come into and through the bone; if the bone pushes back, how far the hand would have
   * come.
   */
  penetration(found: Penetration | null): void {
    const isThrough = found?.through === true;
    this.#cells['through the bone'].classList.toggle('through', isThrough);
    this.#write({
      'through the bone':
        found === null ? 'open: no inside' : isThrough ? `THROUGH, ${mm(found.protrusion)} out` : 'no',
      insertion: mm(found?.insertion ?? null),
      'wall ahead': mm(found?.wallAhead ?? null),
    });
  }

  /** Shows the haptic loop's state. @param force N. @param modelAge ms. */
  felt(state: string, force: number, modelAge: number): void {
    // A loop that began inside cannot show a way out.
    this.#show('force', state !== '–');
    const says = state === 'deep' ? 'deep: lift it out first' : state;
    this.#write({
      felt: modelAge > 0 ? `${says}, model ${modelAge.toFixed(0)} ms old` : says,
      force: `${force.toFixed(2)} N`,
    });
  }

  /** null: the bone cannot be cut yet. */
  cut(cut: CutSummary | null): void {
    this.#show('removed', cut !== null);
    const cubic = (volume: number) =>
      volume.toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    this.#write({
      removed: cut === null ? '–' : `${cubic(cut.loss)} mm³`,
      'removed, bounds': cut === null ? '–' : `${cubic(cut.low)}–${cubic(cut.high)} mm³`,
    });
  }

  /** mm and degrees from the planned plane; null: there is none. */
  offPlan(found: { readonly off: number; readonly angle: number } | null): void {
    this.#show('off the plan', found !== null);
    this.#write({ 'off the plan': found === null ? '–' : `${found.off.toFixed(2)} mm, ${found.angle.toFixed(1)}°` });
  }

  boneInTool(says: string): void {
    this.#write({ 'bone in the tool': says });
  }

  /** Shows the text for a marked stroke, whose lengths are those of the tool origin's path. */
  stroke(says: string): void {
    this.#write({ 'stroke, at origin': says });
  }

  /** Hides a row while it is of no use, so that it takes no space. */
  #show(row: Row, isShown: boolean): void {
    (this.#cells[row].parentElement as HTMLElement).hidden = !isShown;
  }

  #write(texts: Readonly<Partial<Record<Row, string>>>): void {
    for (const row of ROWS) this.#cells[row].textContent = texts[row] ?? this.#cells[row].textContent;
  }
}

/** null where there is no number. */
export function finite(value: number | undefined): number | null {
  return value !== undefined && value < Number.POSITIVE_INFINITY ? value : null;
}

/** An interval, as one number if its ends are the same to a hundredth. */
export function mm(interval: Interval | null): string {
  if (interval === null || interval.low === Number.POSITIVE_INFINITY) return '–';
  const [low, high] = [interval.low.toFixed(2), interval.high.toFixed(2)];
  if (interval.high === Number.POSITIVE_INFINITY) return `≥ ${low} mm`;
  return low === high ? `${low} mm` : `${low}–${high} mm`;
}

/** mm³, rounded outward to a hundredth, so that the interval shown also contains the volume. */
export function volumeWords(volume: OverlapInterval | null): string {
  if (volume === null) return 'open: no inside';
  if (volume.high === 0) return '0 mm³';
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const low = volume.low.toLocaleString('en', { ...digits, roundingMode: 'floor' });
  const high = volume.high.toLocaleString('en', { ...digits, roundingMode: 'ceil' });
  return `${low === high ? low : `${low}–${high}`} mm³${volume.reached ? '' : ', wider than 1 %'}`;
}
