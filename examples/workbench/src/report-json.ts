// A report and its pose → the text of a file: plain numbers, mm, bone frame.

import type { ContactReport } from 'kerf';

export function reportJson(
  { contacts, intersectingFaces, intersectionSegments, ...rest }: ContactReport,
  pose: Float64Array,
): Blob {
  const { body, face, level, path, corners, point, opposite, oppositeFace, normal, distance, low, high, patch } =
    contacts;
  const columns = {
    body,
    face,
    level,
    path,
    corners,
    point,
    opposite,
    oppositeFace,
    normal,
    distance,
    low,
    high,
    patch,
  };
  const whole = { units: 'mm', pose, ...rest, contacts: columns, intersectingFaces, intersectionSegments };
  const text = JSON.stringify(whole, (_key, value) => (ArrayBuffer.isView(value) ? Array.from(value as never) : value));
  return new Blob([text], { type: 'application/json' });
}
