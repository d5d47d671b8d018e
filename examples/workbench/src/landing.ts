// A detector, its bone and its tool → the pose in which the tool stands on the bone's highest point, to the precision
// of a first contact.

import type { Detector, TriangleMesh } from 'kerf';

/** Tool frame → bone frame: its y is the bone's z, upward in a skull's usual frames, and its x the bone's y. */
const UPRIGHT = [0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0] as const;
/** mm above the bone, where it starts down. */
const CLEAR = 10;

/**
 * The tool's lowest vertex comes down on the bone's highest one. All of the tool lies above the former, and all of the
 * bone below the latter, so the tool's path is free until these two meet, and the bodies touch there at the latest.
 */
export function landing(detector: Detector, bone: TriangleMesh, tool: TriangleMesh): Float64Array {
  const onto = lowest(bone.positions, 2, -1);
  const tip = lowest(tool.positions, 1, 1);
  const at = (height: number) => {
    const [x, y, z] = tip;
    return Float64Array.from([...UPRIGHT, onto[0] - z, onto[1] - x, onto[2] - y + height, 1]);
  };
  const { status, lowPose } = detector.firstContact({ from: at(CLEAR), to: at(-CLEAR) });
  // If rounding lets the two pass each other, they are no farther apart than rounding.
  return status === 'free' ? at(0) : lowPose;
}

/** The point with the least coordinate along the axis, times the sign. */
function lowest(positions: ArrayLike<number>, axis: number, sign: 1 | -1): readonly [number, number, number] {
  let best = 0;
  for (let v = 3; v < positions.length; v += 3)
    if (sign * positions[v + axis] < sign * positions[best + axis]) best = v;
  return [positions[best], positions[best + 1], positions[best + 2]];
}
