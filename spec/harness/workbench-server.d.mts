/** Builds the workbench from dist/ and serves it. */
export function serveWorkbench(): Promise<{ readonly address: string; close(): Promise<void> }>;
