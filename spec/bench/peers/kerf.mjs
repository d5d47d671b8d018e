// kerf: state, pairs, smallest distance and contact report from a detector.

import { createDetector } from '../../../dist/index.js';

const CONTACT_DISTANCE = 0.2;

export const kerf = {
  name: 'kerf',
  share: {},
  cannot: {},
  /**
   * @returns the bone's index and its queries; the timed part makes the detector and answers the first query, which
   * builds the index.
   */
  prepare(bone, tool, firstPose) {
    return async () => {
      const detector = await detectorOf(bone, tool, 0.5);
      detector.intersectingFaces(firstPose);
      return {
        pairs: (pose) => detector.intersectingFaces(pose).length / 2,
        intersects: (pose) => Number(detector.intersects(pose)),
        distance: (pose) => detector.minimumDistance(pose).distance,
        free: () => detector.dispose(),
      };
    };
  },
};

/** δ 0.2 mm; h as given, mm. */
export function detectorOf(bone, tool, resolution, options = {}) {
  return createDetector({ bone, tool, contactDistance: CONTACT_DISTANCE, resolution, backend: 'cpu', ...options });
}
