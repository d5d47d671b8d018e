// A share of a film, 0 to 1 → where saw and camera are: the saw comes down, cuts a slot across the vault and leaves.

/** The scenes, as shares of the film, each from where the one before ended. mm along the cut, and into the bone. */
const SCENES = [
  { until: 0.16, along: -12, into: -2 },
  { until: 0.3, along: -12, into: 2.5 },
  { until: 0.68, along: 12, into: 2.5 },
  { until: 0.82, along: 14, into: -45 },
  { until: 1, along: 14, into: -45 },
];
const START = { along: -14, into: -24 };
/**
 * Degrees: the camera circles, and rises over the horizon. mm: from what it looks at, and how far below the cut that
 * is.
 */
const FAR = { circle: 24, height: 26, from: 380, below: 55 };
const NEAR = { circle: 66, height: 46, from: 92, below: 3 };
/** Shares of the film between which the camera comes near; it circles all the time. */
const COMES = { begin: 0.02, end: 0.3 };

/** @param pose of the tool on the bone: columns along the cut, out of the bone, across the cut; and its origin. */
export function scriptedCut(pose, share) {
  const [along, out, across, origin] = [0, 4, 8, 12].map((at) => pose.slice(at, at + 3));
  const { along: x, into } = sawAt(share);
  const held = pose.slice();
  for (let k = 0; k < 3; k++) held[12 + k] += x * along[k] - into * out[k];
  const come = eased((share - COMES.begin) / (COMES.end - COMES.begin));
  const radians = (degrees) => (Math.PI / 180) * degrees;
  const angle = radians(mix(FAR.circle, NEAR.circle, share));
  const height = radians(mix(FAR.height, NEAR.height, come));
  const toEye = along.map(
    (a, k) => Math.cos(height) * (Math.cos(angle) * across[k] + Math.sin(angle) * a) + Math.sin(height) * out[k],
  );
  const below = mix(FAR.below, NEAR.below, come);
  return {
    pose: held,
    view: {
      at: origin.map((c, k) => c - below * out[k]),
      along: toEye.map((c) => -c),
      up: out,
      // As if the picture grew evenly.
      from: FAR.from * (NEAR.from / FAR.from) ** come,
    },
  };
}

function sawAt(share) {
  let [from, begin] = [START, 0];
  for (const scene of SCENES) {
    if (share <= scene.until) {
      const part = eased((share - begin) / (scene.until - begin));
      return { along: mix(from.along, scene.along, part), into: mix(from.into, scene.into, part) };
    }
    [from, begin] = [scene, scene.until];
  }
  return from;
}

function mix(from, to, part) {
  return from + part * (to - from);
}

/** Begins and ends at rest. */
function eased(part) {
  const x = Math.min(1, Math.max(0, part));
  return x * x * (3 - 2 * x);
}
