// A mesh inspection → the rows of a human-readable table.

import type { AnatomicalFrame, MeshInspection } from '#mesh';

export function inspectionRows(of: MeshInspection, frame: AnatomicalFrame | undefined): [string, string][] {
  const { min, max } = of.bounds;
  const size = max.map((high, axis) => (high - min[axis]).toFixed(2)).join(' × ');
  const yesNo = (value: boolean) => (value ? 'yes' : 'no');
  return [
    ['faces', String(of.faceCount)],
    ['vertices', String(of.vertexCount)],
    ['frame', frame ?? 'unknown'],
    ['size, mm', size],
    ['low corner, mm', min.map((value) => value.toFixed(3)).join(', ')],
    ['high corner, mm', max.map((value) => value.toFixed(3)).join(', ')],
    ['closed', yesNo(of.closed)],
    ['oriented', yesNo(of.oriented)],
    ['manifold', yesNo(of.manifold)],
    ['components', String(of.components)],
    ['boundary edges', String(of.boundaryEdges)],
    ['degenerate faces', String(of.degenerateFaces)],
    ['duplicate faces', String(of.duplicateFaces)],
    ['area, mm²', of.area.toFixed(2)],
    ['volume, mm³', Number.isNaN(of.volume) ? 'none (not closed and oriented)' : of.volume.toFixed(2)],
  ];
}
