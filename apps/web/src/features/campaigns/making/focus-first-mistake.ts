/** After the page shows which fields are wrong. */
export function focusFirstMistake(form: HTMLElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
}
