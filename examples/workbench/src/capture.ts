// A pointer that is pressed on an element → its later events go to that element, wherever it moves.

/** A pointer that is gone when the page hears of its press cannot be captured: what it does on the element goes on. */
export function capture(element: Element, pointerId: number): void {
  try {
    element.setPointerCapture(pointerId);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'NotFoundError')) throw error;
  }
}
