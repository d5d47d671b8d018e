export type SpecSet = 'quick' | 'deep' | 'long';
export const setReasons: Readonly<Record<'deep' | 'long', Readonly<Record<string, readonly string[]>>>>;
export const specFiles: readonly string[];
export const specSets: Readonly<Record<SpecSet, readonly string[]>>;
export function isWhollyDeep(path: string): boolean;
export function resultsOf(set: SpecSet): string;
