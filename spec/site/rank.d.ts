export interface Section {
  readonly title: string;
  /** The page that the section belongs to. */
  readonly page: string;
  readonly text: string;
}
export interface Found<S extends Section> {
  readonly section: S;
  readonly excerpt: { readonly before: string; readonly found: string; readonly behind: string };
}
/** The sections that have all words of the query, at most `most`, the likeliest first. */
export function rank<S extends Section>(sections: readonly S[], query: string, most?: number): Found<S>[];
