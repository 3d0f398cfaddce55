import type { CampaignProgress } from '../../../lib/parsing/campaign-run.ts';
import { numberText } from '../../../ui/number-text.ts';
import { waitText } from './wait-text.ts';

/** Who waits, is held or is not called, by the reason, with until when the first of them waits. */
export function Waits({ progress: { waits } }: { progress: CampaignProgress }) {
  if (waits.length === 0) return <p className="text-ink-3">Nobody waits for anything.</p>;
  const now = new Date();
  return (
    <ul aria-label="Why people wait" className="grid gap-2">
      {waits.map(({ reason, count: people, zone, until }) => (
        <li
          key={`${reason} ${zone ?? ''}`}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 text-sm"
        >
          <span>{waitText({ reason, zone, until }, now)}</span>
          <span className="text-ink-2 tabular-nums">{numberText(people)}</span>
        </li>
      ))}
    </ul>
  );
}
