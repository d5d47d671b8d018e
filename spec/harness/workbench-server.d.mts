import type { Served } from './served-folder.mjs';

/**
 * Builds the workbench from dist/ and serves it.
 * @param folder where it is built. Default: where `npm run workbench` builds it.
 */
export function serveWorkbench(folder?: string): Promise<Served>;
/**
 * Serves the workbench built from dist/ by the first spec of a run.
 * @param ply bytes of the page's first bone.
 */
export function serveSpecWorkbench(ply: Uint8Array): Promise<Served>;
