// A detector, where a stroke was marked to begin, and where it ends → what the page says of it, and what is drawn.

import { type Detector, KerfError } from 'kerf';
import { drawnTouch } from './drawing.ts';
import type { DrawnTouch } from './picture-wire.ts';
import { strokeWords } from './stroke-words.ts';

export interface Stroke {
  readonly says: string;
  /** null where it does not touch, or that cannot be told. */
  readonly touch: DrawnTouch | null;
}

export function strokeBetween(detector: Detector, from: Float64Array, to: Float64Array): Stroke {
  try {
    const found = detector.firstContact({ from, to });
    return { says: strokeWords(found, from, to), touch: found.status === 'free' ? null : drawnTouch(found) };
  } catch (error) {
    // Half a turn: neither way round is the shorter.
    if (error instanceof KerfError) return { says: error.message, touch: null };
    throw error;
  }
}
