// An impact's record → the cells of its row in a table, on the terminal and on the page.

import type { ImpactRecord } from './impact-record.ts';

interface ImpactColumn {
  readonly head: string;
  readonly isLeft?: boolean;
  readonly text: (record: ImpactRecord) => string;
}

/** Decimals shown of an impact's time. */
const DIGITS = 9;

export const IMPACT_COLUMNS: readonly ImpactColumn[] = [
  { head: 'time', text: ({ low, high }) => (low + (high - low) / 2).toFixed(DIGITS) },
  { head: 'kind', isLeft: true, text: ({ kind }) => kind },
  { head: 'a', text: ({ a }) => String(a) },
  { head: 'b', text: ({ b }) => String(b) },
  { head: 'vertices of a | b', text: verticesText },
  { head: 'point x y z, mm', text: ({ point }) => point.map((x) => Number(x.toPrecision(6))).join(' ') },
];

function verticesText({ kind, vertices }: ImpactRecord): string {
  const own = kind === 'vertex-face' ? 1 : 2;
  return `${vertices.slice(0, own).join(' ')} | ${vertices.slice(own).join(' ')}`;
}
