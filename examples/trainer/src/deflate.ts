// Bytes ↔ the same, compressed (raw DEFLATE), by the streams that browsers and Node share.

/** What `inflated` throws on bytes that are no such stream, or hold more than is allowed. */
export class BadStream extends Error {}

export async function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(through(bytes, new CompressionStream('deflate-raw'))).arrayBuffer());
}

/** @param most bytes: the stream is left as soon as it holds more. @throws BadStream. */
export async function inflated(bytes: Uint8Array<ArrayBuffer>, most: number): Promise<Uint8Array> {
  const reader = through(bytes, new DecompressionStream('deflate-raw')).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read().catch((error: Error) => {
      throw new BadStream('its compressed part is damaged', { cause: error });
    });
    if (done) break;
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new BadStream(`it unpacks to more than ${most} bytes`);
    }
    parts.push(value);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function through(
  bytes: Uint8Array<ArrayBuffer>,
  transform: CompressionStream | DecompressionStream,
): ReadableStream<Uint8Array> {
  return new Blob([bytes]).stream().pipeThrough(transform);
}
