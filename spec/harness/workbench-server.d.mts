interface Served {
  readonly address: string;
  close(): Promise<void>;
}
/**
 * Builds the workbench from dist/ and serves it.
 * @param folder where it is built; without, where `npm run workbench` builds it.
 */
export function serveWorkbench(folder?: string): Promise<Served>;
/** Faces of the bone that the page begins with in a spec: a coarser one than its own is opened and drawn sooner. */
export const SPEC_FACES: number;
/**
 * Serves the workbench that the first spec of a run has built from dist/.
 * @param ply bytes of the bone that the page begins with.
 */
export function serveSpecWorkbench(ply: Uint8Array): Promise<Served>;
