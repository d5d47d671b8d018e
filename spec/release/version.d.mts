export function statingFiles(root: string): readonly string[];
export function statedVersions(path: string, text: string): readonly string[];
export function withVersion(path: string, text: string, version: string): string;
export function silentFiles(read: (path: string) => string): readonly string[];
