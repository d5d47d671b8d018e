// The rows of a convergence study → the orders fitted to them.
//
// Which rows a fit takes is fixed beforehand and does not depend on how well they fit. `resolution`: all rows of the
// finest mesh. `edge`: all rows of the smallest h. `both`: the finest mesh at the smallest h, the next coarser mesh at
// the next larger h, and so on. A row is left out, and counted, only if its value is at most RESOLVED times the width
// to which the row's true minima are known: such a value is indistinguishable from 0.

import { fitPowerLaw } from './log-log-fit.ts';
import type { MeanMax, StudyFit, StudyQuantity, StudyRefinement, StudyRow } from './refinement.ts';

const RESOLVED = 10;
/**
 * Each quantity against what it depends on: the width and the sampling error on h, the mesh error on the edge, the
 * whole on both.
 */
const FITS: readonly (readonly [StudyQuantity, StudyRefinement])[] = [
  ['width', 'resolution'],
  ['samplingError', 'resolution'],
  ['meshError', 'edge'],
  ['error', 'both'],
];
const STATISTICS: readonly (keyof MeanMax)[] = ['mean', 'max'];

/** A fit with fewer than three rows is left out. */
export function fitRefinement(rows: readonly StudyRow[]): StudyFit[] {
  const fits: StudyFit[] = [];
  for (const body of new Set(rows.map((row) => row.body))) {
    const own = rows.filter((row) => row.body === body);
    for (const [quantity, against] of FITS) {
      const taken = rowsOf(own, against);
      for (const statistic of STATISTICS) {
        const resolved = taken.filter((row) => row[quantity][statistic] > RESOLVED * row.truthWidth);
        const law = fitPowerLaw(
          resolved.map((row) => (against === 'edge' ? row.edge : row.resolution)),
          resolved.map((row) => row[quantity][statistic]),
        );
        const counts = { points: resolved.length, unresolved: taken.length - resolved.length };
        if (law !== undefined) fits.push({ body, quantity, statistic, against, ...law, ...counts });
      }
    }
  }
  return fits;
}

/** The rows of one body that belong to a refinement. */
function rowsOf(own: readonly StudyRow[], against: StudyRefinement): StudyRow[] {
  const edges = [...new Set(own.map((row) => row.edge))].sort((a, b) => a - b);
  const resolutions = [...new Set(own.map((row) => row.resolution))].sort((a, b) => a - b);
  if (against === 'resolution') return own.filter((row) => row.edge === edges[0]);
  if (against === 'edge') return own.filter((row) => row.resolution === resolutions[0]);
  return own.filter((row) => edges.indexOf(row.edge) === resolutions.indexOf(row.resolution));
}
