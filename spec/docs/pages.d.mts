// The types of pages.mjs.

export interface ReadPage {
  readonly title: string;
  readonly anchors: readonly string[];
  readonly links: readonly string[];
  readonly wide: readonly number[];
}
export interface PageBlock {
  readonly language: string;
  readonly code: string;
  readonly file: string | null;
  readonly prints: string | null;
}
export function pagePaths(root: string): string[];
export function readPage(text: string): ReadPage;
export function pageBlocks(text: string): PageBlock[];
export function linkBreaches(root: string, paths: readonly string[]): string[];
export function widthBreaches(root: string, paths: readonly string[]): string[];
export function fileBreaches(root: string, folders: readonly string[], sources: readonly string[]): string[];
