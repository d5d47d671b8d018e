// Where the real data lies.

import { resolve } from 'node:path';

/** Beside the project, or at KERF_DATA. */
export const dataFolder = resolve(process.env.KERF_DATA ?? '../shared/data');
