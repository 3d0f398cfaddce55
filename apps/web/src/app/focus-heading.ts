/** After a change of page: focuses its heading, so that screen readers announce it. */
export function focusHeading(): void {
  const heading =
    document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  heading?.focus({ preventScroll: true });
}

/** The same for a page that is loaded later, unless the user has moved the focus. */
export function focusHeadingUnlessFocusMoved(): void {
  const { activeElement } = document;
  if (activeElement === null || activeElement.matches('body, main, main h1')) focusHeading();
}
