/** Work requested from the GPU. */
export interface Work {
  readonly submits: number;
  readonly maps: number;
  readonly launches: number;
  readonly bytesUp: number;
  readonly bytesDown: number;
}

export function countWork(): () => Work;
