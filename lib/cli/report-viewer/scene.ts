// Payload and a pose → the picture: the whole on the left, the contact region on the right, turned together.

import type { PackedPose, ReportPayload } from '../report/payload.ts';
import { boneActor, contactActor, curveActor, toolActor } from './bodies.ts';
import { LinkedViews } from './linked-views.ts';
import type { DistanceRange } from './palette.ts';
import { contactView, wholeSphere } from './views.ts';

export type Part = 'tool' | 'boneContacts' | 'toolContacts' | 'curve';

export interface Scene extends LinkedViews<Part> {
  show(pose: PackedPose): void;
}

export function createScene(container: HTMLElement, payload: ReportPayload, range: DistanceRange): Scene {
  const bounds = wholeSphere(payload);
  const views = new LinkedViews<Part>(container, bounds);
  const tool = toolActor(payload.tool);
  views.place('bone', boneActor(payload.bone), ['whole', 'close']);
  views.place('tool', tool, ['whole', 'close']);
  return Object.assign(views, {
    show(pose: PackedPose): void {
      tool.setUserMatrix(Float32Array.from(pose.matrix));
      const { contacts } = pose;
      views.place('boneContacts', contacts ? contactActor(contacts, 0, range) : undefined, ['whole', 'close']);
      views.place('toolContacts', contacts ? contactActor(contacts, 1, range) : undefined, ['whole', 'over']);
      views.place('curve', contacts ? curveActor(contacts) : undefined, ['whole', 'over']);
      views.follow({ view: contactView(pose, payload, bounds), at: pose.deepest?.point });
    },
  });
}
