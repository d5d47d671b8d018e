// A burr that sinks into a plate and slides on → what it touches, frame by frame, and the plate with that cut away.

import { createDetector } from 'kerf';
import { box, sphericalBurr } from 'kerf/datasets';

const plate = box({ size: [24, 12, 5], divisions: [48, 24, 10] });
const tool = sphericalBurr({ diameter: 5 });
const detector = await createDetector({ bone: plate, tool, contactDistance: 0.2, resolution: 0.5, backend: 'cpu' });

// The detector's bone after each edit, kept here too: new vertices and faces continue the numbering, and the numbers of
// removed faces are never reused.
const positions = [...plate.positions];
const faces = new Map();
for (let f = 0; f < plate.faces.length / 3; f++) faces.set(f, [...plate.faces.subarray(3 * f, 3 * f + 3)]);
let nextFace = faces.size;

/**
 * Lowers the vertices in a ball about (x, 0, z) to its lower half. The plate stays closed: whole faces are removed and
 * added again with the lowered vertices.
 */
function cut(x, z, radius) {
  const lowered = new Map();
  const edit = { remove: [], positions: [], faces: [] };
  for (const [face, corners] of [...faces]) {
    const moved = corners.map((vertex) => {
      const [vx, vy, vz] = positions.slice(3 * vertex, 3 * vertex + 3);
      const square = radius ** 2 - (vx - x) ** 2 - vy ** 2;
      if (square <= (vz - z) ** 2) return vertex;
      if (!lowered.has(vertex)) lowered.set(vertex, positions.push(vx, vy, z - Math.sqrt(square)) / 3 - 1);
      return lowered.get(vertex);
    });
    if (moved.every((vertex, k) => vertex === corners[k])) continue;
    edit.remove.push(face);
    edit.faces.push(...moved);
    faces.delete(face);
    faces.set(nextFace++, moved);
  }
  edit.positions = positions.slice(positions.length - 3 * lowered.size);
  detector.editBone(edit);
  return edit.remove.length;
}

console.log('frame,x_mm,tip_mm,state,pairs,inside_mm,signed,faces_cut,faces_left,pairs_left');
for (let frame = 0; frame < 15; frame++) {
  const x = Math.max(0, frame - 4) * 0.75 - 4;
  const tip = (30 - 4 * Math.min(frame, 4)) / 10;
  const pose = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, tip + 2.5, 1];
  const { state, intersectingFaces, patches, signed } = detector.detectSync(pose);
  // The distance from the deepest point inside to the nearest surface.
  const inside = Math.max(0, ...patches.map((patch) => patch.depth)).toFixed(3);
  // The burr's radius plus 0.25 mm: faces between lowered vertices are chords, and lie slightly inside the ball.
  const gone = cut(x, tip + 2.5, 2.75);
  const left = detector.intersectingFaces(pose).length / 2;
  console.log(
    [frame, x, tip, state, intersectingFaces.length / 2, inside, signed.tool, gone, faces.size, left].join(','),
  );
}
detector.dispose();
