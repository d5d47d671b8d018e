export const innerFile: string;
export function compileInner(): Promise<void>;
