// A detector, and the start and end of a marked stroke → what the page says about it, and what it draws.

import { type Detector, KerfError } from 'kerf';
import { drawnTouch } from './drawing.ts';
import type { DrawnTouch } from './picture-wire.ts';
import { strokeWords } from './stroke-words.ts';

export interface Stroke {
  readonly says: string;
  /** null if it does not touch, or if that cannot be computed. */
  readonly touch: DrawnTouch | null;
}

export function strokeBetween(detector: Detector, from: Float64Array, to: Float64Array): Stroke {
  try {
    const found = detector.firstContact({ from, to });
    return { says: strokeWords(found, from, to), touch: found.status === 'free' ? null : drawnTouch(found) };
  } catch (error) {
    // For half a turn, neither way round is shorter.
    if (error instanceof KerfError) return { says: error.message, touch: null };
    throw error;
  }
}
