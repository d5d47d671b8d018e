// Motions ↔ the text of a file; saved data → a download.

/** @throws Error that says what is wrong with the text. */
export function posesOf(text: string): Float64Array[] {
  const read: unknown = JSON.parse(text);
  const poses = (read as { poses?: unknown } | null)?.poses;
  if (!Array.isArray(poses) || poses.length === 0)
    throw new Error('it holds no list "poses"; save one here to see the form.');
  return poses.map((pose: unknown, i) => {
    if (!Array.isArray(pose) || pose.length !== 16 || !pose.every(Number.isFinite))
      throw new Error(`pose ${i} is not 16 numbers, column-major, tool frame → bone frame, mm.`);
    return Float64Array.from(pose);
  });
}

export function motionOf(poses: readonly Float64Array[]): string {
  return JSON.stringify({
    units: 'mm',
    matrix: 'column-major, tool frame → bone frame',
    poses: poses.map((pose) => [...pose]),
  });
}

export function download(name: string, content: string | Blob): void {
  const href = URL.createObjectURL(
    typeof content === 'string' ? new Blob([content], { type: 'application/json' }) : content,
  );
  Object.assign(document.createElement('a'), { href, download: name }).click();
  URL.revokeObjectURL(href);
}
