interface Served {
  readonly address: string;
  close(): Promise<void>;
}
/**
 * Builds the workbench from dist/ and serves it.
 * @param folder where it is built; without, where `npm run workbench` builds it.
 */
export function serveWorkbench(folder?: string): Promise<Served>;
/** Serves the workbench that the first spec of a run has built from dist/. */
export function serveSpecWorkbench(): Promise<Served>;
