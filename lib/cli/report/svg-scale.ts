// What SVG plots share: the format of coordinates, and round values along an axis.

/** Rounded to a tenth of the picture's unit. */
export const at = (value: number) => String(Math.round(10 * value) / 10);

/** Round values from low to high, about `count` of them. */
export function ticks(low: number, high: number, count: number, isWhole: boolean): number[] {
  const rough = (high - low) / count;
  const ten = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((digit) => digit * ten).find((size) => size >= rough) ?? 10 * ten;
  const size = isWhole ? Math.max(1, step) : step;
  const first = Math.ceil(low / size);
  return Array.from({ length: Math.floor(high / size) - first + 1 }, (_, i) =>
    Number(((first + i) * size).toPrecision(6)),
  );
}
