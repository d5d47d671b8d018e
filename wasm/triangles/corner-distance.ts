// A triangle → how far its points can be from their nearest corner, rounded up. Twin of
// lib/geometry/triangles/corner-distance.ts, which explains it.

import { UNIT_ROUNDOFF } from './vectors';

export function greatestCornerDistance(t: usize): f64 {
  const first = edgeSquared(t, t + 24);
  const second = edgeSquared(t + 24, t + 48);
  const third = edgeSquared(t + 48, t);
  const shorter = min(first, second);
  const longer = max(first, second);
  const aa = min(shorter, third);
  const bb = max(shorter, min(longer, third));
  const cc = max(longer, third);
  const longest = sqrt(cc);
  if (aa === 0) return (longest / 2) * (1 + 64 * UNIT_ROUNDOFF);
  const obtuse = max((bb * longest) / (bb + cc - aa), (aa * longest) / (aa + cc - bb));
  let radius = obtuse;
  if (aa + bb > cc) {
    const rest = aa + bb - cc;
    const sixteenAreaSquared = 4 * aa * bb - rest * rest;
    radius = sqrt((aa * bb * cc) / sixteenAreaSquared);
  }
  return min(radius, longest / sqrt<f64>(3)) * (1 + 64 * UNIT_ROUNDOFF);
}

function edgeSquared(p: usize, q: usize): f64 {
  const x = load<f64>(q) - load<f64>(p);
  const y = load<f64>(q, 8) - load<f64>(p, 8);
  const z = load<f64>(q, 16) - load<f64>(p, 16);
  return x * x + y * y + z * z;
}
