/** Builds the workbench from dist/ and serves it. @param folder where it is built; without, where `npm run workbench` builds it. */
export function serveWorkbench(folder?: string): Promise<{ readonly address: string; close(): Promise<void> }>;
