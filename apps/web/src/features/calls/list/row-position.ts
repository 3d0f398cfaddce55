/** Where the rows were in the viewport when their calls were opened. */
const tops = new Map<string, number>();

export function saveRowPosition(callId: string, row: Element): void {
  tops.set(callId, row.getBoundingClientRect().top);
}

/** Scrolls the row to where it was, or to the middle when it was not opened from the list, and focuses it. */
export function restoreRowPosition(callId: string, row: HTMLElement): void {
  const { top, height } = row.getBoundingClientRect();
  const wanted = tops.get(callId) ?? (window.innerHeight - height) / 2;
  window.scrollBy({ top: top - wanted, behavior: 'instant' });
  row.focus({ preventScroll: true });
}
