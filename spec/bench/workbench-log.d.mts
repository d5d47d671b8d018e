interface Log {
  readonly inputs: readonly { readonly at: number; readonly heard: number }[];
  readonly asked: readonly { readonly serial: number; readonly at: number }[];
  readonly reports: readonly { readonly serial: number; readonly at: number; readonly cut: number }[];
  readonly frames: readonly { readonly serial: number; readonly at: number; readonly isCutShown: boolean }[];
}

export function keepLog(): void;
export function inputWaits(log: Log): number[];
export function cutWaits(log: Log): number[];
export function frameRate(log: Pick<Log, 'frames'>): number;
