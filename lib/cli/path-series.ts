// The poses of a path → contacts.pvd, which lists a VTP file for each, for ParaView's time slider.

/** The folder of the VTP files, beside contacts.pvd. */
export const SERIES_FOLDER = 'contacts';
export const SERIES_FILE = 'contacts.pvd';

/** @param count number of poses. All names have the same length, so that they sort in the path's order. */
export function seriesName(pose: number, count: number): string {
  return `pose-${String(pose).padStart(String(count - 1).length, '0')}.vtp`;
}

/**
 * @param times s, one for each pose, non-decreasing. If there are none, or two are equal, the steps are the pose
 * numbers.
 */
export function seriesCollection(count: number, times: Float64Array | null): string {
  const isDistinct = times?.every((time, pose) => pose === 0 || time > times[pose - 1]);
  const step = (pose: number) => (isDistinct ? times![pose] : pose);
  const lines = Array.from(
    { length: count },
    (_, pose) =>
      `    <DataSet timestep="${step(pose)}" group="" part="0" file="${SERIES_FOLDER}/${seriesName(pose, count)}"/>\n`,
  );
  return `<?xml version="1.0"?>
<VTKFile type="Collection" version="0.1" byte_order="LittleEndian">
  <Collection>
${lines.join('')}  </Collection>
</VTKFile>
`;
}
