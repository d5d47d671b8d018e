// A contact's two points and signed distance → the unit direction, bone to tool, along which the tool separates. Twin
// of lib/stages/measure/contact-normal.ts, which explains it.

import { bodyIsTool } from '../records/question';
import { faceNormal } from '../../../../geometry/triangles/face-normal';
import { floats, indexOf, MEMORY } from '../records/floats';

const normal = floats(3);

/** @param own, other the faces' corners. @param ends point on the body and on the other, xyz each. */
export function contactNormal(own: usize, other: usize, ends: usize, distance: f64, slack: f64, out: usize): void {
  const isTool = bodyIsTool;
  if (abs(distance) > 1024 * slack) {
    const sign: f64 = distance > 0 === isTool ? 1 : -1;
    const x = sign * (load<f64>(ends) - load<f64>(ends, 24));
    const y = sign * (load<f64>(ends, 8) - load<f64>(ends, 32));
    const z = sign * (load<f64>(ends, 16) - load<f64>(ends, 40));
    if (unit(x, y, z, out)) return;
  }
  if (outward(other, isTool ? 1 : -1, out)) return;
  if (outward(own, isTool ? -1 : 1, out)) return;
  store<f64>(out, 1);
  store<f64>(out, 0, 8);
  store<f64>(out, 0, 16);
}

function outward(triangle: usize, sign: f64, out: usize): bool {
  const a = indexOf(triangle);
  faceNormal(MEMORY, a, a + 3, a + 6, normal, 0);
  return unit(sign * normal[0], sign * normal[1], sign * normal[2], out);
}

/** Scales by the largest component beforehand. False if the vector is 0. */
function unit(x: f64, y: f64, z: f64, out: usize): bool {
  const largest = max(abs(x), max(abs(y), abs(z)));
  if (largest === 0) return false;
  const u = x / largest;
  const v = y / largest;
  const w = z / largest;
  const length = sqrt(u * u + v * v + w * w);
  store<f64>(out, u / length);
  store<f64>(out, v / length, 8);
  store<f64>(out, w / length, 16);
  return true;
}
