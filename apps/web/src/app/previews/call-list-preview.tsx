import { ArrowDownLeft, ArrowUpRight } from 'lucide-react';
import type { Tone } from '../../ui/badge.tsx';
import { Status } from '../../ui/status-dot.tsx';
import { PreviewFigure } from './figure.tsx';

interface Row {
  number: string;
  direction: 'Inbound' | 'Outbound';
  agent: string;
  status: string;
  tone: Tone;
  time: string;
  duration: string;
}

const rows: readonly Row[] = [
  {
    number: '+1 202 555 0117',
    direction: 'Outbound',
    agent: 'Kuzco',
    status: 'in-progress',
    tone: 'blue',
    time: '9:52 AM',
    duration: '',
  },
  {
    number: '+1 202 555 0143',
    direction: 'Outbound',
    agent: 'GS Dental',
    status: 'completed',
    tone: 'green',
    time: '9:41 AM',
    duration: '0:32',
  },
  {
    number: '+1 202 555 0166',
    direction: 'Inbound',
    agent: 'GS Dental',
    status: 'completed',
    tone: 'green',
    time: '9:18 AM',
    duration: '2:07',
  },
  {
    number: '+1 202 555 0188',
    direction: 'Outbound',
    agent: 'GS Dental',
    status: 'no-answer',
    tone: 'red',
    time: '9:02 AM',
    duration: '',
  },
  {
    number: '+1 202 555 0125',
    direction: 'Outbound',
    agent: 'Kuzco',
    status: 'completed',
    tone: 'green',
    time: '8:47 AM',
    duration: '1:15',
  },
];

export function CallListPreview() {
  return (
    <PreviewFigure caption="Both directions in one list. It moves while the calls do.">
      <p className="border-b px-5 py-4 font-semibold">Recent Calls</p>
      <ul className="divide-y">
        {rows.map((row) => (
          <li key={row.number} className="flex items-center gap-3 px-5 py-3">
            <DirectionIcon direction={row.direction} />
            <div className="min-w-0 flex-1">
              <p className="font-medium">{row.number}</p>
              <p className="truncate text-ink-3 text-sm">
                {row.direction} · {row.agent}
              </p>
            </div>
            <div className="text-right">
              <p>
                <Status tone={row.tone}>{row.status}</Status>
              </p>
              <p className="text-ink-3 text-sm">
                {row.duration === '' ? row.time : `${row.time} · ${row.duration}`}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </PreviewFigure>
  );
}

function DirectionIcon({ direction }: { direction: Row['direction'] }) {
  const Icon = direction === 'Inbound' ? ArrowDownLeft : ArrowUpRight;
  return <Icon aria-hidden="true" className="size-4 shrink-0 text-ink-3" />;
}
