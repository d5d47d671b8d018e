// Two triangles, 0.1 mm apart → the contact report, printed row by row.

import { createDetector, createMesh } from 'kerf';

const bone = createMesh([0, 0, 0, 4, 0, 0, 0, 4, 0], [0, 1, 2], { name: 'bone' });
const tool = createMesh([1, 1, 0.1, 2, 1, 1.1, 1, 2, 1.1], [0, 1, 2], { name: 'tool' });
const detector = await createDetector({ bone, tool, contactDistance: 0.2, resolution: 1 });
const identity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

const report = detector.detectSync(identity);
console.log(`state: ${report.state}`);
for (const { body, face, level, path, distance, low, high, normal } of report.contacts)
  console.log(
    `${body} face ${face}, level ${level}, path ${path}: ${distance.toFixed(3)} mm in [${low.toFixed(3)}, ${high.toFixed(3)}], normal ${normal.map((n) => n.toFixed(2)).join(' ')}`,
  );
detector.dispose();
