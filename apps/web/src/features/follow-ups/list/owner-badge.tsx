import { initialsOf } from './initials.ts';

/** Two letters of the owner's name; the name itself shows on hover, and to screen readers. */
export function OwnerBadge({ name }: { name: string }) {
  return (
    <span
      title={name}
      className="inline-flex h-5 min-w-5 items-center justify-center rounded-full bg-grey-soft px-1 font-semibold text-grey text-xs"
    >
      <span aria-hidden="true">{initialsOf(name)}</span>
      <span className="sr-only">{`Owner: ${name}`}</span>
    </span>
  );
}
