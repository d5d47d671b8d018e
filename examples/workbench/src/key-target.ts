// The element with the focus and a key → whether the key is that element's own, and not the page's.

/**
 * Inputs that are pressed and not written in: of them only Space and Enter are their own, which the page does not use.
 */
const PRESSED = new Set(['button', 'checkbox', 'color', 'file', 'image', 'reset', 'submit']);

export function ownsKey(target: EventTarget | null, key: string): boolean {
  if (target instanceof HTMLInputElement) {
    if (target.type === 'radio') return key.startsWith('Arrow');
    if (target.type === 'range') return /^(Arrow|Home|End|Page)/.test(key);
    // A number's exponent is of no use here; a letter typed there means the tool.
    if (target.type === 'number') return !/^[a-z]$/i.test(key);
    return !PRESSED.has(target.type);
  }
  return (
    target instanceof HTMLSelectElement ||
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLElement && target.isContentEditable)
  );
}

/** A choice by pointer gives the focus up, so that the next key is the page's; whoever tabbed to it keeps it. */
export function chosenByPointer(select: HTMLSelectElement): void {
  let isPointed = false;
  select.addEventListener('pointerdown', () => (isPointed = true));
  select.addEventListener('blur', () => (isPointed = false));
  select.addEventListener('change', () => isPointed && select.blur());
}
