// The CPU's report and a GPU's for the same question → where the GPU's breaks what the backends promise each other.

import type { ContactReport } from '#kerf';

type Table = ContactReport['contacts'];
/** A report as a page or another process returns it: the columns without the table's methods. */
export type PlainReport = Omit<ContactReport, 'contacts'> & {
  readonly contacts: Omit<Table, 'at' | typeof Symbol.iterator>;
};

export interface BackendComparison {
  /** Sentences; none if the promises hold. */
  readonly differences: readonly string[];
  /**
   * mm, over the rows: the greatest |CPU's distance − GPU's|, and the GPU's widest interval. 0 if the rows are not the
   * same.
   */
  readonly farthest: number;
  readonly widest: number;
}

/** mm: the greatest allowed difference of the two distances of a row. */
export const FARTHEST = 1e-4;
/** The most rows that are listed one by one. */
const TOLD = 5;
/** Columns of the same leaves, and so the same to the last bit. */
const SAME = ['body', 'face', 'level', 'path', 'corners', 'patch'] as const;

/**
 * The same state, pairs, segments, penetration, rows in the same order and patches; for each row, the CPU's distance
 * lies in the GPU's [low, high] and within 1e-4 mm of the GPU's distance.
 */
export function compareBackends(cpu: PlainReport, gpu: PlainReport): BackendComparison {
  const found: string[] = [];
  if (cpu.state !== gpu.state) found.push(`state ${gpu.state}, expected ${cpu.state}`);
  for (const body of ['bone', 'tool'] as const)
    if (cpu.signed[body] !== gpu.signed[body])
      found.push(`signed.${body} ${gpu.signed[body]}, expected ${cpu.signed[body]}`);
  for (const name of ['intersectingFaces', 'intersectionSegments'] as const) {
    const unlike = firstUnlike(cpu[name], gpu[name]);
    if (unlike !== null) found.push(`${name}${unlike}`);
  }
  // Both backends compute it from the same pairs with the same code.
  const [wanted, given] = [cpu, gpu].map(({ penetration }) => penetrationText(penetration));
  if (wanted !== given) found.push(`penetration ${given}, expected ${wanted}`);
  const rows = cpu.contacts.length;
  if (rows !== gpu.contacts.length) found.push(`${gpu.contacts.length} rows, expected ${rows}`);
  else
    for (const name of SAME) {
      const unlike = firstUnlike(cpu.contacts[name], gpu.contacts[name]);
      if (unlike !== null) found.push(`contacts.${name}${unlike}`);
    }
  if (found.length > 0) return { differences: found, farthest: 0, widest: 0 };
  const { differences, ...extremes } = compareDistances(cpu.contacts, gpu.contacts);
  return { differences: [...differences, ...patchDifferences(cpu, gpu)], ...extremes };
}

function penetrationText(penetration: ContactReport['penetration']): string {
  return JSON.stringify(penetration, (_key, held) => {
    if (ArrayBuffer.isView(held)) return Array.from(held as Float64Array);
    return typeof held === 'number' ? String(held) : held;
  });
}

function compareDistances(cpu: PlainReport['contacts'], gpu: PlainReport['contacts']): BackendComparison {
  const differences: string[] = [];
  let wrong = 0;
  let farthest = 0;
  let widest = 0;
  for (let row = 0; row < cpu.length; row++) {
    const wanted = cpu.distance[row];
    const [distance, low, high] = [gpu.distance[row], gpu.low[row], gpu.high[row]];
    farthest = Math.max(farthest, Math.abs(distance - wanted));
    widest = Math.max(widest, high - low);
    const holds = low <= wanted && wanted <= high && low <= distance && distance <= high;
    if (holds && Math.abs(distance - wanted) <= FARTHEST) continue;
    if (wrong++ < TOLD) differences.push(`row ${row}: ${distance} in [${low}, ${high}], the CPU's is ${wanted}`);
  }
  if (wrong > TOLD) differences.push(`${wrong - TOLD} more rows with another distance`);
  return { differences, farthest, widest };
}

/**
 * Patches of the same rows. Their normal follows from the rows' normals, which may differ where several directions are
 * equally good.
 */
function patchDifferences(cpu: PlainReport, gpu: PlainReport): string[] {
  if (cpu.patches.length !== gpu.patches.length)
    return [`${gpu.patches.length} patches, expected ${cpu.patches.length}`];
  return cpu.patches.flatMap(({ body, contactCount, area, centroid, depth }, i) => {
    const other = gpu.patches[i];
    const said = (of: typeof other) => [of.body, of.contactCount, of.area, ...of.centroid].join(' ');
    const holds =
      said(other) === [body, contactCount, area, ...centroid].join(' ') && Math.abs(other.depth - depth) <= FARTHEST;
    return holds
      ? []
      : [`patch ${i}: ${said(other)}, depth ${other.depth}; expected ${said(cpu.patches[i])}, ${depth}`];
  });
}

/** The first difference, or null; −0 equals 0. */
function firstUnlike(expected: ArrayLike<number>, found: ArrayLike<number>): string | null {
  if (expected.length !== found.length) return ` has ${found.length} numbers, expected ${expected.length}`;
  for (let i = 0; i < expected.length; i++)
    if (expected[i] !== found[i]) return `[${i}] is ${found[i]}, expected ${expected[i]}`;
  return null;
}
