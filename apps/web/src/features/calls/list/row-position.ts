/** Where the rows were in the viewport when their calls were opened, and how many rows were loaded. */
const opened = new Map<string, { top: number; loaded: number }>();

export function saveRowPosition(callId: string, row: Element, loaded: number): void {
  opened.set(callId, { top: row.getBoundingClientRect().top, loaded });
}

/** How many rows were loaded when the call was opened; 0: it was not opened from the list. */
export function loadedWhenOpened(callId: string): number {
  return opened.get(callId)?.loaded ?? 0;
}

/** Scrolls the row to where it was, or to the middle when it was not opened from the list, and focuses it. */
export function restoreRowPosition(callId: string, row: HTMLElement): void {
  const { top, height } = row.getBoundingClientRect();
  const wanted = opened.get(callId)?.top ?? (window.innerHeight - height) / 2;
  window.scrollBy({ top: top - wanted, behavior: 'instant' });
  row.focus({ preventScroll: true });
}
