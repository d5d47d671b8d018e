// One part of a work, of so many.

export interface Share {
  readonly index: number;
  readonly of: number;
}
