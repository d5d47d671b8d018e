// A validation's bodies and a worst case → the picture: its place on the whole, and its sub-triangle in close-up.

import { intoTool, type Point, unpack } from '../report/payload.ts';
import { boneActor, toolActor } from '../report-viewer/bodies.ts';
import { LinkedViews } from '../report-viewer/linked-views.ts';
import { singleView, wholeSphere } from '../report-viewer/views.ts';
import type { ValidationPayload, WorstCase } from '../validation-report/payload.ts';
import { dotActor, edgesActor, lineActor, pieceActor } from './case-actors.ts';
import { facesNear } from './near-faces.ts';

type CasePart = 'tool' | 'boneEdges' | 'toolEdges' | 'piece' | 'line' | 'point' | 'opposite';

export interface CaseScene extends LinkedViews<CasePart> {
  show(worst: WorstCase): void;
}

/** The radius of a dot, as a share of the radius of the close picture. */
const DOT = 1 / 32;

export function createCaseScene(container: HTMLElement, payload: ValidationPayload): CaseScene {
  const bounds = wholeSphere(payload);
  const views = new LinkedViews<CasePart>(container, bounds);
  const bone = boneActor(payload.bone);
  const tool = toolActor(payload.tool);
  views.place('bone', bone, ['whole', 'close']);
  views.place('tool', tool, ['whole', 'close']);
  const surfaceOf = ({ positions, faces }: ValidationPayload['bone']) => ({
    positions: unpack(positions),
    faces: unpack(faces),
  });
  const surfaces = { bone: surfaceOf(payload.bone), tool: surfaceOf(payload.tool) };
  return Object.assign(views, {
    show({ matrix, contact }: WorstCase): void {
      const { corners, point, opposite } = contact;
      const view = singleView([...corners, ...point, ...opposite], matrix, payload);
      const { radius } = view.focus ?? bounds;
      // Only of the faces that the dots touch: all edges near by would hide the case.
      const reach = Math.hypot(...point.map((x, k) => x - opposite[k])) + DOT * radius;
      const edges = (body: 'bone' | 'tool', about: Point) => {
        const surface = surfaces[body];
        return edgesActor(surface.positions, facesNear(surface, about, reach), body === 'bone' ? bone : tool);
      };
      const [x, y, z] = point;
      const toolEdges = edges('tool', intoTool(matrix, [x, y, z]));
      for (const actor of [tool, toolEdges]) actor.setUserMatrix(Float32Array.from(matrix));
      views.place('boneEdges', edges('bone', [x, y, z]), ['close']);
      views.place('toolEdges', toolEdges, ['close']);
      views.place('piece', pieceActor(corners), ['over']);
      views.place('line', lineActor(point, opposite), ['over']);
      views.place('point', dotActor(point, DOT * radius, 'point'), ['over']);
      views.place('opposite', dotActor(opposite, DOT * radius, 'opposite'), ['over']);
      views.follow({ view, at: point });
      views.look();
    },
  });
}
