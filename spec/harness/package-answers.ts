// The answers of package-app.mjs → whether they are right.

import { expect } from '@jest/globals';

/** The surface's corners are where the values, linear along each edge, are 0: slightly inside the ball. */
export function expectPackageAnswers(
  answers: { readonly volume: { readonly share: number } },
  transport: 'shared' | 'messages' = 'shared',
): void {
  expect(answers).toEqual({
    states: ['separated', 'near', 'intersecting', 'enclosed'],
    compact: [-1, 0, 1, 'intersecting'],
    volume: { closed: true, components: 1, share: expect.any(Number) },
    late: { coarse: true, noDicom: 'BAD_HEADER' },
    files: { faces: [12, 12, 12, 12, 12], refused: 'TRUNCATED' },
    haptics: { transport, ticked: true },
  });
  expect(answers.volume.share).toBeGreaterThan(0.8);
  expect(answers.volume.share).toBeLessThan(1);
}
