// The panel, on a narrow screen → a sheet at the lower edge that slides up when its grip is dragged or pressed.

import { capture } from './capture.ts';

/** As in the style sheet. */
const NARROW = '(max-width: 48rem)';
/** Pixels: a shorter drag is a press. */
const DRAG = 8;

/** @param body what the sheet hides while it is down. */
export function slidingSheet(panel: HTMLElement, grip: HTMLButtonElement, body: HTMLElement): void {
  const narrow = matchMedia(NARROW);
  let isOpen = false;
  const show = (open: boolean): void => {
    isOpen = open;
    panel.dataset.sheet = open ? 'open' : 'closed';
    panel.style.transform = '';
    grip.setAttribute('aria-expanded', String(open));
    grip.textContent = open ? 'Close panel' : 'Open panel';
    // Hidden controls cannot have the focus either.
    body.inert = narrow.matches && !open;
  };
  narrow.addEventListener('change', () => show(isOpen));
  show(false);
  let from: number | null = null;
  let way = 0;
  grip.addEventListener('pointerdown', ({ pointerId, clientY }) => {
    capture(grip, pointerId);
    from = clientY;
    way = 0;
  });
  grip.addEventListener('pointermove', ({ clientY }) => {
    if (from === null) return;
    way = clientY - from;
    if (Math.abs(way) < DRAG) return;
    panel.dataset.sheet = 'dragged';
    const down = isOpen ? '0px' : 'var(--down)';
    panel.style.transform = `translateY(clamp(0px, ${down} + ${way}px, var(--down)))`;
  });
  const drop = (): void => {
    if (from === null) return;
    from = null;
    if (Math.abs(way) >= DRAG) show(way < 0);
  };
  grip.addEventListener('pointerup', drop);
  grip.addEventListener('pointercancel', drop);
  // After a drag, a browser sends a click too.
  grip.addEventListener('click', () => {
    if (Math.abs(way) < DRAG) show(!isOpen);
    way = 0;
  });
}
