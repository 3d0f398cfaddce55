/** Where the rows stood in the window when they were opened, so that coming back finds them there. */
const tops = new Map<string, number>();

export function rememberPlace(callId: string, row: Element): void {
  tops.set(callId, row.getBoundingClientRect().top);
}

/** Puts the row where it was, or into the middle when it was opened from elsewhere, and gives it the focus. */
export function returnTo(callId: string, row: HTMLElement): void {
  const { top, height } = row.getBoundingClientRect();
  const wanted = tops.get(callId) ?? (window.innerHeight - height) / 2;
  window.scrollBy({ top: top - wanted, behavior: 'instant' });
  row.focus({ preventScroll: true });
}
