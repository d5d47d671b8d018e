// Bodies, then poses → the contacts of each pose: the thread of use-contacts.jsx. One reply a message. Needs kerf.

import { createDetector, KerfError } from 'kerf';

/** minimumDistance errs by at most this much of the largest coordinate. */
const ERROR = 50 * 2 ** -53;
/** A promise: if the detector cannot be made, the reply to each pose is why. */
let detector;
/** mm: a bound of the coordinates of the bone, and of the tool however it is turned. */
let size;

addEventListener('message', async ({ data: { options, pose } }) => {
  try {
    if (options) {
      detector = createDetector(options);
      await detector;
      size = Math.max(extent(options.bone), Math.sqrt(3) * extent(options.tool));
      postMessage({});
    } else {
      const answer = answerOf(await detector, pose);
      postMessage(answer, [answer.points.buffer]);
    }
  } catch (error) {
    const code = error instanceof KerfError ? error.code : '';
    const { name, message } = error;
    postMessage({ pose, closest: null, contacts: 0, points: null, penetrating: null, error: { name, code, message } });
  }
});

/**
 * closest: the least distance between the surfaces, mm, in an interval that contains the exact one; negative if the
 * bodies penetrate. contacts: how many there are. points: where, 3 numbers each, mm, bone frame. penetrating: whether
 * the surfaces share a point, or one body lies inside the other.
 */
function answerOf(made, pose) {
  const { state, contacts } = made.detectSync(pose);
  const { length } = contacts;
  const least = (column) => column.subarray(0, length).reduce((a, b) => Math.min(a, b));
  const closest =
    length > 0
      ? { distance: least(contacts.distance), low: least(contacts.low), high: least(contacts.high) }
      : distanceBetween(made, pose);
  const penetrating = state === 'intersecting' || state === 'enclosed';
  return { pose, closest, contacts: length, points: contacts.point.slice(0, 3 * length), penetrating, error: null };
}

/** Beyond the contact distance. */
function distanceBetween(made, pose) {
  const { distance } = made.minimumDistance(pose);
  const slack = ERROR * (size + Math.hypot(...pose.slice(12, 15)));
  return { distance, low: Math.max(0, distance - slack), high: distance + slack };
}

function extent({ positions }) {
  return positions.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
}
