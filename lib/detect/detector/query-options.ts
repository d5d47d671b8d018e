// The options of every query of a detector, checked, with defaults filled in.

export interface QueryOptions {
  readonly sides: 'bone' | 'tool' | 'both';
  readonly contactDistance: number;
  readonly resolution: number;
  /** Absent: as much as `resolution`. */
  readonly interiorResolution?: number;
  /** Tool frame, length 1. */
  readonly feed: readonly number[] | null;
  readonly shank: number | null;
  /** Sub-triangles of a body at which a report of the CPU is refused. Absent: MOST_LEAVES. */
  readonly mostLeaves?: number;
}
