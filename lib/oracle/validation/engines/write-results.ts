// An engine's answers → lines of a results file in JSON Lines, without line ends.

import type { EngineAnswer, EngineName, EngineStroke } from './engine-results.ts';
import { RESULTS_FORMAT, RESULTS_VERSION } from './results-schema.ts';

/** The first line. */
export function resultsHeader(engine: EngineName): string {
  return JSON.stringify({ format: RESULTS_FORMAT, formatVersion: RESULTS_VERSION, engine });
}

/** Numbers are written so that reading gives the same f64. */
export function resultLine(row: EngineAnswer | EngineStroke): string {
  return JSON.stringify(row);
}
