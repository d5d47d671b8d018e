// A profile, turned about z → a closed mesh: a prism of n sides, its faces wound outward.

/**
 * @param profile radius and height of each ring, mm, from the bottom to the top, the right-hand side of the outline;
 * the poles on the axis, one below and one above, are added.
 */
export function lathe(
  profile: readonly (readonly [radius: number, height: number])[],
  bottom: number,
  top: number,
  n: number,
): { readonly positions: number[]; readonly faces: number[] } {
  const positions = [0, 0, bottom];
  const faces: number[] = [];
  for (const [radius, height] of profile)
    for (let k = 0; k < n; k++) {
      const angle = (2 * Math.PI * k) / n;
      positions.push(radius * Math.cos(angle), radius * Math.sin(angle), height);
    }
  const above = positions.push(0, 0, top) / 3 - 1;
  const last = profile.length - 1;
  for (let k = 0; k < n; k++) {
    const next = (k + 1) % n;
    faces.push(0, 1 + next, 1 + k);
    for (let m = 0; m < last; m++) {
      const [a, b, c, d] = [m * n + k, m * n + next, (m + 1) * n + k, (m + 1) * n + next].map((v) => v + 1);
      faces.push(a, b, d, a, d, c);
    }
    faces.push(1 + last * n + k, 1 + last * n + next, above);
  }
  return { positions, faces };
}
