// A closed surface → its solids: each an outer shell with the cavities in it.

import { BoneBody } from '#bodies';
import { faceComponents, inspectMesh, keptFaces, type TriangleMesh } from '#mesh';

/** In the order of their first faces. A shell turned inward is a cavity of the least shell around it. */
export function solidsOf(mesh: TriangleMesh): TriangleMesh[] {
  const { count, of } = faceComponents(mesh.faces, mesh.positions.length / 3);
  if (count === 1) return [{ ...mesh, ...keptFaces(mesh.positions, mesh.faces, () => true) }];
  const shells = Array.from({ length: count }, (_, shell) => ({
    shell,
    mesh: { ...mesh, ...keptFaces(mesh.positions, mesh.faces, (face) => of[face] === shell) },
  })).map((made) => ({ ...made, volume: inspectMesh(made.mesh).volume }));
  const outer = shells.filter(({ volume }) => volume > 0).sort((a, b) => a.volume - b.volume);
  /** By shell, the shell to whose solid it belongs. */
  const owner = Array.from({ length: count }, (_, shell) => shell);
  const bodies = new Map<number, BoneBody>();
  for (const { shell, mesh: cavity, volume } of shells) {
    if (volume > 0) continue;
    const [x, y, z] = cavity.positions;
    const around = outer.find((candidate) => {
      const body = bodies.get(candidate.shell) ?? new BoneBody(candidate.mesh);
      bodies.set(candidate.shell, body);
      return body.solid.isInside(x, y, z);
    });
    owner[shell] = around?.shell ?? shell;
  }
  return Array.from(new Set(owner))
    .sort((a, b) => a - b)
    .map((solid) => ({ ...mesh, ...keptFaces(mesh.positions, mesh.faces, (face) => owner[of[face]] === solid) }));
}
