// The element with the focus and a key → whether the key is that element's own, and not the page's.

/** Inputs that are pressed and not written in: of them only Space and Enter are their own, which the page does not use. */
const PRESSED = new Set(['button', 'checkbox', 'color', 'file', 'image', 'reset', 'submit']);

export function ownsKey(target: EventTarget | null, key: string): boolean {
  if (target instanceof HTMLInputElement) {
    if (target.type === 'radio') return key.startsWith('Arrow');
    return !PRESSED.has(target.type);
  }
  return (
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLElement && target.isContentEditable)
  );
}
