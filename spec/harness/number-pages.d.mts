// The types of number-pages.mjs.

/** Each page's file in the folder, and the command that writes it. */
export const numberPages: Readonly<Record<string, { readonly file: string; readonly words: readonly string[] }>>;

/** @param names of the pages to make; default: all. */
export function makeNumberPages(folder: string, names?: readonly string[]): Promise<void>;
