// A signed distance → the colour that shows it.

/**
 * The legend: a colour (0xRRGGBB, sRGB) at each distance, in units of the range. Red is inside, blue a gap, and grey
 * the surface. Between two of them the channels are interpolated linearly, and beyond the ends they stay. Source: five
 * of the eleven classes of RdBu, ColorBrewer 2.0 (C. Brewer, M. Harrower), readable by the colour-blind.
 *
 *     −range        −range/2          0          range/2         range   mm
 *     dark red      light red       grey       light blue     dark blue
 */
export const DISTANCE_LEGEND: readonly { readonly at: number; readonly colour: number }[] = [
  { at: -1, colour: 0x67001f },
  { at: -0.5, colour: 0xd6604d },
  { at: 0, colour: 0xf7f7f7 },
  { at: 0.5, colour: 0x4393c3 },
  { at: 1, colour: 0x053061 },
];

/**
 * @param distance signed, mm: < 0 inside. @param range mm, > 0: where the legend ends.
 * @returns 0xRRGGBB, sRGB, each channel rounded to a whole number.
 */
export function distanceColour(distance: number, range = 1): number {
  const at = Math.min(1, Math.max(-1, distance / range));
  const upper = Math.max(
    1,
    DISTANCE_LEGEND.findIndex((stop) => at <= stop.at),
  );
  const [low, high] = [DISTANCE_LEGEND[upper - 1], DISTANCE_LEGEND[upper]];
  const t = (at - low.at) / (high.at - low.at);
  let colour = 0;
  for (const shift of [16, 8, 0]) {
    const [a, b] = [(low.colour >> shift) & 255, (high.colour >> shift) & 255];
    colour |= Math.round(a + t * (b - a)) << shift;
  }
  return colour;
}
