// Where the real data lies.

import { resolve } from 'node:path';

/** Beside the project, or where KERF_DATA says. */
export const dataFolder = resolve(process.env.KERF_DATA ?? '../shared/data');
