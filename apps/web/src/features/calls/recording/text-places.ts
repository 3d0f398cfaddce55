/** A place on the screen. */
export interface ScreenPoint {
  readonly clientX: number;
  readonly clientY: number;
}

/** The character of an element's text that is at this place; null where there is none. */
export function characterAt(element: Element, { clientX, clientY }: ScreenPoint): number | null {
  const caret = caretAt(clientX, clientY);
  if (caret === null || !element.contains(caret.node)) return null;
  const before = document.createRange();
  before.setStart(element, 0);
  before.setEnd(caret.node, caret.offset);
  return before.toString().length;
}

function caretAt(x: number, y: number): { node: Node; offset: number } | null {
  if ('caretPositionFromPoint' in document) {
    const position = document.caretPositionFromPoint(x, y);
    return position && { node: position.offsetNode, offset: position.offset };
  }
  // Safari before 18.4.
  const range = (document as Document).caretRangeFromPoint(x, y);
  return range && { node: range.startContainer, offset: range.startOffset };
}

/** These characters of an element's text, in whichever elements they stand. */
export function rangeOf(element: Element, from: number, to: number): Range | null {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  let before = 0;
  let begun = false;
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const length = node.textContent?.length ?? 0;
    if (!begun && from < before + length) {
      range.setStart(node, from - before);
      begun = true;
    }
    if (begun && to <= before + length) {
      range.setEnd(node, to - before);
      return range;
    }
    before += length;
  }
  return null;
}
