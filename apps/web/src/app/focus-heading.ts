/** After a change of page the focus goes to its heading, so that a screen reader says where one is. */
export function focusHeading(): void {
  const heading =
    document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  heading?.focus({ preventScroll: true });
}

/** The same for a page that comes later, unless somebody has gone on to something else. */
export function focusLateHeading(): void {
  const { activeElement } = document;
  if (activeElement === null || activeElement.matches('body, main, main h1')) focusHeading();
}
