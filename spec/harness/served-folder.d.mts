export interface Served {
  readonly address: string;
  /** Once is enough; a second call does nothing. */
  close(): Promise<void>;
}
/** @param options of serve-folder.mjs: `--plain`, `--at`, `/kerf/`. */
export function servedFolder(folder: string, ...options: string[]): Promise<Served>;
