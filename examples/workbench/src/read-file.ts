// A dropped file → its bytes, with reports of progress.

/** ms between two reports of progress. */
const TELL = 50;

/** What is being done, and the share done, 0 to 1, if known. */
export type Tell = (says: string, share?: number) => void;

/**
 * Reads the file piece by piece.
 * @throws RangeError if it does not fit into memory; Error in one sentence if it cannot be read.
 */
export async function readFile(file: File, tell: Tell): Promise<Uint8Array> {
  const whole = new Uint8Array(file.size);
  const reader = file.stream().getReader();
  let at = 0;
  let told = Number.NEGATIVE_INFINITY;
  for (;;) {
    const { done, value } = await reader.read().catch((cause: Error) => {
      const reason = cause.message.replace(/\.$/, '');
      throw new Error(`"${file.name}" cannot be read (${reason}); choose it again, or a copy of it.`, { cause });
    });
    if (done) return whole.subarray(0, at);
    whole.set(value, at);
    at += value.length;
    if (performance.now() - told < TELL && at < file.size) continue;
    told = performance.now();
    tell(`reading ${file.name}: ${megabytes(at)} of ${megabytes(file.size)} MB`, at / file.size);
  }
}

/** In millions of bytes. */
export function megabytes(bytes: number): string {
  return (bytes / 1e6).toLocaleString('en', { maximumFractionDigits: bytes < 1e7 ? 1 : 0 });
}
