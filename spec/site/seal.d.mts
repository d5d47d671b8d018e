/** Writes the service worker of a folder of finished pages. */
export function seal(folder: string): { readonly count: number; readonly bytes: number };
