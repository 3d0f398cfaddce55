/** Two letters in a circle; the name is written beside it. */
export function Avatar({ firstName, lastName }: { firstName: string; lastName: string }) {
  const letters = `${[...firstName][0] ?? ''}${[...lastName][0] ?? ''}`.toUpperCase();
  return (
    <span
      aria-hidden="true"
      className="inline-flex size-8 shrink-0 items-center justify-center rounded-full bg-grey-soft font-semibold text-grey text-xs"
    >
      {letters === '' ? '?' : letters}
    </span>
  );
}
