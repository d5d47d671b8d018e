// One part of a task divided into several.

export interface Share {
  readonly index: number;
  readonly of: number;
}
