// What two runs were asked to do → what differs, and the words for it.

import type { FieldPair } from '#validation';

/** The function `differences` of lib/validation. */
export type Differences = (first: object, second: object) => readonly FieldPair[] | Promise<readonly FieldPair[]>;

/**
 * Two headers → the fields that make them different runs. With none, answers of the one may stand beside those of the
 * other.
 */
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

/** A field's value, cut short where it is long, as a checksum is. */
export function shownValue(value: unknown): string {
  const text = value === undefined ? 'none' : String(value);
  return text.length > 20 ? `${text.slice(0, 8)}…` : text;
}
