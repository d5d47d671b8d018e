// What two runs were asked to do → the differences, and their text.

import type { FieldPair } from '#validation';

/** The function `differences` of lib/oracle/validation. */
export type Differences = (first: object, second: object) => readonly FieldPair[] | Promise<readonly FieldPair[]>;

/** Two headers → the fields that make them different runs. If there are none, answers of the two may be combined. */
export async function runDifferences(
  first: object,
  second: { readonly backend?: string },
  differences: Differences,
): Promise<FieldPair[]> {
  // A GPU's reason is the adapter's name. The CPU's is why it was chosen, which changes no answer.
  return (await differences(first, second)).filter(
    ({ field }) => field !== 'backendReason' || second.backend !== 'cpu',
  );
}

/** A field's value, shortened if it is long, as a checksum is. */
export function shownValue(value: unknown): string {
  const text = value === undefined ? 'none' : String(value);
  return text.length > 20 ? `${text.slice(0, 8)}…` : text;
}
