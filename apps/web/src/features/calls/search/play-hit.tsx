import { Play } from 'lucide-react';
import { Link } from 'react-router';

/** Opens the call and plays its recording from the entry that was found. */
export function PlayHit({ path, state }: { path: string; state: unknown }) {
  return (
    <Link
      to={`${path}&play=1`}
      state={state}
      aria-label="Play from here"
      title="Play from here"
      className="inline-flex size-9 shrink-0 items-center justify-center rounded-box text-ink-2 hover:bg-sunken hover:text-ink"
    >
      <Play aria-hidden="true" className="size-4" />
    </Link>
  );
}
