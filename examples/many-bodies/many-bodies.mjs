// A skull and its opening jaw against a saw, a burr and a retractor → which bodies touch, frame by frame.

import { createScene } from 'kerf';
import { box, connectedParts, sawBlade, skullPhantom, sphericalBurr } from 'kerf/datasets';

const BONES = ['skull', 'jaw'];
const TOOLS = ['saw', 'burr', 'retractor'];
const [saw, burr, retractor] = [sawBlade(), sphericalBurr(), box({ size: [30, 3, 40], divisions: [6, 1, 8] })];
const scene = await createScene({
  bones: connectedParts(skullPhantom()),
  tools: [saw, burr, retractor],
  // The directions in which they are pushed; a retractor is only held.
  feeds: [saw.feed, burr.feed, undefined],
  contactDistance: 0.5,
  resolution: 1,
  backend: 'cpu',
});

/** A rotation about x, in degrees, then a translation. */
function placed(degrees, x, y, z) {
  const [s, c] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return [1, 0, 0, 0, 0, c, s, 0, 0, -s, c, 0, x, y, z, 1];
}

/** The jaw, opened about the line through its joints: y = −7, z = −56 mm. */
function jaw(degrees) {
  const [s, c] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)];
  return placed(degrees, 0, -7 + 7 * c - 56 * s, -56 + 7 * s + 56 * c);
}

for (let frame = 0; frame <= 8; frame++) {
  const bones = [placed(0, 0, 0, 0), jaw(2 * frame)];
  // The saw sinks into the vault, the burr rests on the closed jaw's chin, the retractor lies behind its left ramus.
  const tools = [placed(90, 12, 17.5, 76 - frame), placed(90, 0, -94.5, -114), placed(0, 48, -1.5, -90)];
  const contacts = await scene.detect(bones.flat(), tools.flat());
  const said = contacts.map(({ bone, tool, report }) => {
    const { insertion } = report.penetration;
    const depth = insertion === null ? '' : `, ${insertion.low.toFixed(2)} mm in`;
    return `${BONES[bone]}–${TOOLS[tool]} ${report.state} at ${report.patches.length} places${depth}`;
  });
  console.log(`frame ${frame}, jaw open by ${2 * frame}°: ${said.join(', ') || 'nothing touches'}`);
}
scene.dispose();
