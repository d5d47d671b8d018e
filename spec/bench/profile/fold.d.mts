// Types of fold.mjs, for its spec.

export interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}
export interface FunctionShare {
  readonly name: string;
  readonly room: string;
  readonly self: number;
  readonly total: number;
}
export function functionsOf(
  profile: Profile,
  options?: { under?: string; waiting?: readonly string[]; names?: ReadonlyMap<number, string> },
): { share: number; functions: readonly FunctionShare[] };
export function roomsOf(functions: readonly FunctionShare[]): readonly { room: string; share: number }[];
