// Results of queries about contact in time, counted by kind and family; sums of such counts.

export interface MotionTally {
  /** vertex-face, edge-edge, or sphere. */
  readonly kind: string;
  readonly family: string;
  readonly queries: number;
  /** Queries whose answer is that they touch. */
  readonly hits: number;
  /** Calls to kerf: one per query, and one more for each other order of its points tried. */
  readonly asked: number;
  /** They touch, and kerf reports that they do not. */
  readonly missed: number;
  /** They do not, and kerf reports that they do. */
  readonly invented: number;
  /** They touch before the interval that kerf gives for the first time. */
  readonly late: number;
  /** They do not touch by its end, or it is not an interval in [0, 1]. */
  readonly early: number;
  /** Published labels that the oracle contradicts. */
  readonly disputed: number;
  readonly milliseconds: { readonly kerf: number; readonly oracle: number };
}

const COUNTS = ['queries', 'hits', 'asked', 'missed', 'invented', 'late', 'early', 'disputed'] as const;
type Count = (typeof COUNTS)[number];
export type OpenTally = Pick<MotionTally, 'kind' | 'family'> &
  Record<Count, number> & { readonly milliseconds: { kerf: number; oracle: number } };

/** Rows are in order of first appearance. */
export class MotionTallies {
  readonly #rows = new Map<string, OpenTally>();

  get rows(): MotionTally[] {
    return [...this.#rows.values()];
  }

  of(kind: string, family: string): OpenTally {
    const name = `${kind} ${family}`;
    let row = this.#rows.get(name);
    if (row === undefined) {
      row = openTally(kind, family);
      this.#rows.set(name, row);
    }
    return row;
  }

  add(others: readonly MotionTally[]): void {
    for (const other of others) addTo(this.of(other.kind, other.family), other);
  }
}

export function sumOf(rows: readonly MotionTally[], kind: string, family: string): MotionTally {
  const sum = openTally(kind, family);
  for (const row of rows) addTo(sum, row);
  return sum;
}

function openTally(kind: string, family: string): OpenTally {
  const counts = Object.fromEntries(COUNTS.map((name) => [name, 0])) as Record<Count, number>;
  return { kind, family, ...counts, milliseconds: { kerf: 0, oracle: 0 } };
}

function addTo(sum: OpenTally, other: MotionTally): void {
  for (const name of COUNTS) sum[name] += other[name];
  sum.milliseconds.kerf += other.milliseconds.kerf;
  sum.milliseconds.oracle += other.milliseconds.oracle;
}
