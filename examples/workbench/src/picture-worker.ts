// The picture's thread: messages of page and detector → frames on the page's canvas. The page's own thread draws none.

import type { Drawn, PictureReply, PictureRequest } from './picture-wire.ts';
import { Scene } from './scene.ts';

let scene: Scene | null = null;
/** The serial of the newest report in the scene. */
let serial = 0;
/** Frames requested and not drawn yet. */
let wanted = 0;

/** @throws Error if the browser cannot draw here. */
function begin(canvas: OffscreenCanvas, drawn: MessagePort): Scene {
  if (new OffscreenCanvas(1, 1).getContext('webgl2') === null)
    throw new Error('the browser has no WebGL 2 in a thread; turn its hardware acceleration on. The numbers go on.');
  const made = new Scene(canvas, () => {
    say({ kind: 'drawn', serial, ...made.shown });
    for (; wanted > 0; wanted--) say({ kind: 'framed' });
  });
  drawn.onmessage = ({ data }: MessageEvent<Drawn>) => {
    if (data.kind === 'bodies') made.show(data.bone, data.tool);
    else if (data.kind === 'others') made.showOthers(data.others);
    else if (data.kind === 'region') made.region(data);
    else if (data.kind === 'edit') made.edit(data);
    else if (data.kind === 'task') made.showTask(data);
    else if (data.kind === 'renumber') made.renumber(data);
    else {
      serial = data.serial;
      made.report(data);
    }
  };
  return made;
}

async function obey(request: PictureRequest): Promise<void> {
  if (request.kind === 'begin') scene = begin(request.canvas, request.drawn);
  else if (scene === null) return;
  else if (request.kind === 'resize') scene.resize(request.width, request.height);
  else if (request.kind === 'place') scene.place(request.pose);
  else if (request.kind === 'hand') scene.placeHand(request.pose);
  else if (request.kind === 'plan') scene.plan(request.pose);
  else if (request.kind === 'layer') scene.setVisible(request.layer, request.isVisible);
  else if (request.kind === 'layout') scene.layOut(request);
  else if (request.kind === 'glass') scene.seeThrough(request.isGlass);
  else if (request.kind === 'look') scene.look(request);
  else if (request.kind === 'stand') scene.stand(request);
  else if (request.kind === 'pointer') scene.point(request.event);
  else if (request.kind === 'wheel') scene.turnWheel(request.turns, request.x, request.y);
  else if (request.kind === 'pinch') scene.pinch(request);
  else if (request.kind === 'frame') {
    wanted++;
    scene.draw(true);
  } else if (request.kind === 'copy') {
    const picture = await scene.frames.copy();
    say({ kind: 'copied', picture }, [picture]);
  } else say({ kind: 'saved', png: await scene.picture(request.scale) });
}

function say(reply: PictureReply, transfer: Transferable[] = []): void {
  postMessage(reply, { transfer });
}

addEventListener('message', ({ data }: MessageEvent<PictureRequest>) => {
  obey(data).catch((error: unknown) =>
    say({ kind: 'failed', message: `There is no picture: ${error instanceof Error ? error.message : error}` }),
  );
});
