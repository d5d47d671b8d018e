// Faults of the queries that a GPU takes.

import { inFile } from './in-file.mjs';

export const surfaceGpu = inFile('lib/questions/surface/gpu-query-words.ts', [
  {
    says: 'the cube to which rays are clipped is smaller than the surface',
    find: 'const CUBE = UNITS_PER_WIDTH / 4;',
    replace: 'const CUBE = UNITS_PER_WIDTH / 16;',
  },
  {
    says: 'a ray begins where it was given, outside the grid',
    find: 'rays[at + k] + entry * way - origin[k]',
    replace: 'rays[at + k] - origin[k]',
  },
  {
    says: 'a slope is a ten-millionth too small',
    find: '/ rays[at + 3 + axis]) *',
    replace: '/ rays[at + 3 + axis]) * (1 - 1e-7) *',
  },
  {
    says: 'a limit is a millionth of the way short',
    find: '+ 1 / LEAST_LENGTH',
    replace: '- 1e-6',
  },
  {
    says: 'a ray from so far that f64 is too coarse is asked about',
    find: "if (!isFine(magnitudeAt(rays, at))) return 'unfit';",
    replace: '',
  },
  {
    says: 'a face just at the limit of a point is beyond it',
    find: 'const most = farthest * LIMIT_SHARE;',
    replace: 'const most = farthest * (1 - 2 ** -30);',
  },
]);
