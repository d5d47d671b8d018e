// The oracle's labels for a pose and for a stroke of the benchmark: plain objects, mm, as in labels.jsonl and
// stroke-labels.jsonl.

/** The exact answer at a pose. */
export interface PoseLabel {
  /** intersecting: the surfaces share a point. enclosed: they do not, but one body lies inside the other. */
  readonly state: 'separated' | 'intersecting' | 'enclosed';
  /** The smallest distance of the surfaces, rounded once. */
  readonly distance: number;
  /** Every pair of faces that share a point: bone, tool, bone, tool, … ascending. */
  readonly pairs: readonly number[];
}

/** A line of labels.jsonl: the label, or for every fifth pose its hash alone. */
export type PublishedLabel = { readonly pose: number; readonly family: string } & (
  | PoseLabel
  | { readonly hash: string }
);

/**
 * When a tool first touches on a stroke, t from 0 to 1. initial: in contact, or one body inside the other, at t = 0.
 * contact: free from 0 to `low`; at `high` the surfaces share a point. free: no contact; both are 1. grazing: free up
 * to `low`; after that the surfaces are too near to decide.
 */
export interface StrokeLabel {
  readonly status: 'free' | 'initial' | 'contact' | 'grazing';
  readonly low: number;
  readonly high: number;
}

/** A line of stroke-labels.jsonl. */
export interface PublishedStrokeLabel extends StrokeLabel {
  readonly stroke: number;
  readonly kind: string;
  /** mm: no point of the tool travels a longer path in the stroke. */
  readonly way: number;
}
