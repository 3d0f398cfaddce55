/**
 * The library makes every toast a tab stop, and whoever leaves the toasts is sent back to the field they came from: behind
 * the last field Tab would go no further while a toast is shown. Here Tab passes by toasts, and a button in one is a tab
 * stop like any other. Whoever has come with the hotkey is taken back by Escape, by Tab behind the last button, and when
 * the toast is gone.
 */
export function keepToastsOutOfTabOrder(section: HTMLElement): () => void {
  let cameFrom: HTMLElement | null = null;

  function goBack(): void {
    const target = cameFrom;
    cameFrom = null;
    // Lets the library fold the list, which it does not do once the focus is elsewhere. Without a `key` no dialog takes it.
    document.dispatchEvent(new KeyboardEvent('keydown', { code: 'Escape' }));
    target?.focus({ preventScroll: true });
  }

  // Neither event goes on to the library.
  function onFocusIn(event: FocusEvent): void {
    event.stopPropagation();
    const { target, relatedTarget } = event;
    const isHotkey = target instanceof HTMLElement && target.matches('[data-sonner-toaster]');
    if (isHotkey && relatedTarget instanceof HTMLElement && !section.contains(relatedTarget))
      cameFrom = relatedTarget;
  }
  function onFocusOut(event: FocusEvent): void {
    event.stopPropagation();
    if (event.relatedTarget instanceof Node && !section.contains(event.relatedTarget)) cameFrom = null;
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (cameFrom === null || (event.key !== 'Escape' && !(event.key === 'Tab' && isLastStop(event)))) return;
    event.preventDefault();
    event.stopPropagation();
    goBack();
  }
  function isLastStop({ target, shiftKey }: KeyboardEvent): boolean {
    const buttons = [...section.querySelectorAll('button')];
    const at = target instanceof HTMLButtonElement ? buttons.indexOf(target) : -1;
    return shiftKey ? at <= 0 : at === buttons.length - 1;
  }

  const observer = new MutationObserver(() => {
    for (const toast of section.querySelectorAll<HTMLElement>('[data-sonner-toast]')) toast.tabIndex = -1;
    if (cameFrom !== null && !section.contains(document.activeElement)) goBack();
  });
  observer.observe(section, { childList: true, subtree: true });
  section.addEventListener('focusin', onFocusIn);
  section.addEventListener('focusout', onFocusOut);
  section.addEventListener('keydown', onKeyDown);
  return () => {
    observer.disconnect();
    section.removeEventListener('focusin', onFocusIn);
    section.removeEventListener('focusout', onFocusOut);
    section.removeEventListener('keydown', onKeyDown);
  };
}
