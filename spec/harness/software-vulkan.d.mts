/** The folder of one of the archives of @sparticuz/chromium, unpacked. */
export function unpacked(archive: string): Promise<string>;
