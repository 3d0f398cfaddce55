/** After what had the focus is gone, and nothing else is next to it. */
export function focusPageHeading(): void {
  document.querySelector<HTMLElement>('h1')?.focus();
}
