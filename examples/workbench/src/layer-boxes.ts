// Layers that can be drawn → a checkbox for each, with its colour; the candidate region is computed only while shown.

import { OVERLAP_SAYS, swatch } from './colours.ts';
import { element } from './element.ts';
import { LAYERS, type Layer } from './picture-wire.ts';

/** Overlays for those who study the algorithm. */
const REGION: readonly Layer[] = ['region', 'scanlines'];
/** Hidden at first: the overlap covers the contacts. */
const HIDDEN: readonly Layer[] = ['overlap', ...REGION];
const SAYS: Readonly<Partial<Record<Layer, string>>> = {
  overlap: OVERLAP_SAYS,
  stroke: 'first contact of a stroke',
  plan: 'planned plane',
  region: 'candidate faces',
  scanlines: 'their scanlines',
};

export interface LayerOwner {
  setVisible(layer: Layer, isVisible: boolean): void;
  seeThrough(isGlass: boolean): void;
  /** Whether the small second picture is shown. */
  setInset(isShown: boolean): void;
  /** Whether the candidate region is shown from now on. */
  drawRegion(isWanted: boolean): void;
}

export function layerBoxes(container: HTMLElement, owner: LayerOwner): void {
  const shown = new Set<Layer>(LAYERS.filter((layer) => !HIDDEN.includes(layer)));
  for (const layer of LAYERS) {
    const box = element('input', { type: 'checkbox', checked: shown.has(layer), id: `show-${layer}` });
    owner.setVisible(layer, box.checked);
    box.addEventListener('change', () => {
      if (box.checked) shown.add(layer);
      else shown.delete(layer);
      if (REGION.includes(layer)) owner.drawRegion(REGION.some((one) => shown.has(one)));
      owner.setVisible(layer, box.checked);
    });
    container.append(element('label', { className: 'tick' }, box, swatch(layer), ` ${SAYS[layer] ?? layer}`));
  }
  const glass = element('input', { type: 'checkbox', id: 'see-through' });
  glass.addEventListener('change', () => owner.seeThrough(glass.checked));
  owner.seeThrough(glass.checked);
  container.append(element('label', { className: 'tick' }, glass, ' see through the bone'));
  const inset = element('input', { type: 'checkbox', id: 'show-inset', checked: true });
  inset.addEventListener('change', () => owner.setInset(inset.checked));
  container.append(element('label', { className: 'tick' }, inset, ' small second picture'));
}
