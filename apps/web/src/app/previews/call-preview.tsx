import { ArrowUpRight } from 'lucide-react';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Status } from '../../ui/status-dot.tsx';
import { PreviewFigure } from './figure.tsx';

interface Entry {
  speaker: 'agent' | 'user' | 'system';
  time: string;
  text: string;
}

const speakerTones: Record<Entry['speaker'], Tone> = { agent: 'blue', user: 'green', system: 'grey' };

const transcript: readonly Entry[] = [
  { speaker: 'system', time: '9:41:02', text: 'Call answered' },
  { speaker: 'agent', time: '9:41:03', text: 'Good morning, this is the AI assistant of GS Dental.' },
  { speaker: 'user', time: '9:41:07', text: 'Oh, hello. Is this about tomorrow?' },
  {
    speaker: 'agent',
    time: '9:41:10',
    text: 'It is. You have a check-up at half past ten. Does that still suit you?',
  },
  { speaker: 'user', time: '9:41:16', text: 'Not really. After two would be better.' },
  {
    speaker: 'agent',
    time: '9:41:20',
    text: 'I will note that you would like to come after two. The front desk calls you back with a time. Anything else?',
  },
  { speaker: 'user', time: '9:41:29', text: 'No, that was it. Thank you.' },
  { speaker: 'system', time: '9:41:34', text: 'Agent ended the call' },
];

const facts = [
  { name: 'Agent', value: 'gs-dental' },
  { name: 'Duration', value: '0:32' },
  { name: 'Ended', value: '9:41 AM' },
];

/** A finished call as the app shows it. */
export function CallPreview() {
  return (
    <PreviewFigure caption="An example call, as it reads on the desk a moment after it ended.">
      <div className="grid lg:grid-cols-[17rem_minmax(0,1fr)]">
        <div className="border-b p-5 lg:border-r lg:border-b-0 lg:p-6">
          <p className="flex items-center gap-2 font-semibold text-md">
            <ArrowUpRight aria-hidden="true" className="size-4 text-ink-3" />
            +1 202 555 0143
          </p>
          <p className="mt-0.5 text-ink-2">Outbound · Nov 14, 9:41 AM</p>
          <dl className="mt-5 grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4 lg:grid-cols-2">
            <div>
              <dt className="text-ink-3 text-sm">Status</dt>
              <dd>
                <Status tone="green">completed</Status>
              </dd>
            </div>
            {facts.map(({ name, value }) => (
              <div key={name}>
                <dt className="text-ink-3 text-sm">{name}</dt>
                <dd className="font-medium">{value}</dd>
              </div>
            ))}
          </dl>
          <p className="mt-6 font-semibold">AI Summary</p>
          <p className="mt-1 text-ink-2">
            The patient cannot come at 10:30 tomorrow and asks for a time <strong>after 2 PM</strong>. The
            front desk is to call back.
          </p>
        </div>
        <ol className="grid content-start gap-4 p-5 lg:p-6">
          {transcript.map((entry) => (
            <PreviewEntry key={entry.time} entry={entry} />
          ))}
        </ol>
      </div>
    </PreviewFigure>
  );
}

function PreviewEntry({ entry: { speaker, time, text } }: { entry: Entry }) {
  const quiet = speaker === 'system';
  return (
    <li className="grid grid-cols-[auto_1fr] items-baseline gap-x-3 gap-y-1 sm:grid-cols-[4rem_minmax(0,1fr)_auto]">
      <span className="sm:text-right">
        <Badge tone={speakerTones[speaker]}>{speaker}</Badge>
      </span>
      <p
        className={`order-last col-span-2 sm:order-none sm:col-span-1 ${quiet ? 'text-ink-3 text-sm' : 'text-md'}`}
      >
        {text}
      </p>
      <span className="text-ink-3 text-xs tabular-nums">{time}</span>
    </li>
  );
}
