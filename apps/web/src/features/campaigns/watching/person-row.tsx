import {
  attemptResults,
  campaignRoutes,
  type RecipientState,
  recipientStates,
  rowReasons,
} from '@parley/contract';
import { CalendarClock, Ellipsis, Hand, History, PhoneCall, Play, SkipForward } from 'lucide-react';
import { Fragment } from 'react';
import type { Campaign, Recipient } from '../../../lib/parsing/campaigns.ts';
import { useMay } from '../../../lib/permissions.ts';
import { knownIn, wordOf } from '../../../lib/word-of.ts';
import type { Tone } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { PhoneNumber } from '../../../ui/phone-number.tsx';
import { Status } from '../../../ui/status-dot.tsx';
import { rowName } from './row-name.ts';
import { type RowAct, useRowAct, useRowBusy } from './use-run.ts';
import { waitText } from './wait-text.ts';

interface PersonRowProps {
  campaign: Campaign;
  person: Recipient;
  onOpen: (person: Recipient) => void;
  /** Asks until when. */
  onHold: (person: Recipient) => void;
}

const tones: Readonly<Record<RecipientState, Tone>> = {
  ...{ pending: 'grey', to_fix: 'amber', refused: 'red', held: 'amber', dialing: 'blue', in_call: 'blue' },
  ...{ done: 'green', exhausted: 'amber', suppressed: 'grey', canceled: 'grey' },
};

export function PersonRow({ campaign, person, ...asks }: PersonRowProps) {
  const { row, name, number, state, attempts } = person;
  const why = whyText(person);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 border-t px-4 py-2 sm:px-5 lg:grid-cols-[minmax(0,16rem)_9rem_minmax(0,1fr)_5rem_auto]">
      <span className="min-w-0">
        <span className="block truncate font-medium">
          <bdi>{name === '' ? `Row ${row}` : name}</bdi>
        </span>
        <span className="block text-ink-3 text-sm">
          {number === null ? 'No number' : <PhoneNumber>{number}</PhoneNumber>}
          {name !== '' && ` · row ${row}`}
        </span>
      </span>
      <Status tone={knownIn(tones, state) ?? 'grey'} className="max-lg:col-start-1 text-sm">
        {state === 'done' && person.result !== null
          ? wordOf(attemptResults, person.result)
          : wordOf(recipientStates, state)}
      </Status>
      <span className="min-w-0 text-ink-2 text-sm max-lg:col-start-1">{why}</span>
      <span className="text-ink-3 text-sm tabular-nums max-lg:hidden">
        {attempts === 0 ? '' : attempts === 1 ? '1 call' : `${attempts} calls`}
      </span>
      <span className="max-lg:col-start-2 max-lg:row-start-1">
        <RowMenu {...{ campaign, person, ...asks }} />
      </span>
    </li>
  );
}

/** Why somebody waits, is held, or is not called. */
function whyText({ state, reason, detail, waits, nextAt, result }: Recipient): string {
  if (reason !== null) return [wordOf(rowReasons, reason), detail].filter((text) => text !== '').join(' ');
  if (waits !== null) return waitText({ ...waits, until: nextAt }, new Date());
  if ((state === 'pending' || state === 'exhausted') && result !== null)
    return `Last call: ${wordOf(attemptResults, result).toLowerCase()}`;
  return '';
}

/** What can be done with a row in its state, while its campaign is not over. */
function actsOf({ state: running }: Campaign, person: Recipient): readonly RowAct[] {
  const { state } = person;
  if (running !== 'running' && running !== 'paused') return [];
  // Held until a time: nobody has to release them, and somebody may.
  if (state === 'pending' && isHeldByPerson(person)) return ['release', 'hold', 'skip'];
  if (state === 'pending') return running === 'running' ? ['call', 'hold', 'skip'] : ['hold', 'skip'];
  if (state === 'held') return ['release', 'skip'];
  return [];
}

/** By nothing else, such as a missing ground to call. */
const isHeldByPerson = ({ waits }: Recipient) => waits?.reason === 'person';

const acts = {
  call: { icon: PhoneCall, label: 'Call Now', permission: campaignRoutes.callRecipient.permission },
  hold: { icon: Hand, label: 'Hold', permission: campaignRoutes.holdRecipient.permission },
  release: { icon: Play, label: 'Release', permission: campaignRoutes.releaseRecipient.permission },
  skip: { icon: SkipForward, label: 'Skip', permission: campaignRoutes.skipRecipient.permission },
} as const;

function RowMenu({ campaign, person, onOpen, onHold }: PersonRowProps) {
  const may = useMay();
  const busy = useRowBusy(campaign.id, person.row);
  const send = useRowAct(campaign.id);
  const offered = actsOf(campaign, person).filter((act) => may(acts[act].permission));
  if (offered.length === 0 && person.attempts === 0) return <span className="block size-9" />;
  // Who is held by somebody can be given a time too.
  const beforeUntil = offered.includes('hold') ? 'hold' : isHeldByPerson(person) ? 'release' : null;
  return (
    <Menu trigger={<IconButton icon={Ellipsis} label={`Actions for ${rowName(person)}`} />}>
      {person.attempts > 0 && (
        <MenuItem icon={History} onSelect={() => onOpen(person)}>
          Show Calls
        </MenuItem>
      )}
      {offered.map((act) => (
        <Fragment key={act}>
          <MenuItem
            icon={acts[act].icon}
            // Until the row is shown as it is then: a press would be lost. The focus returns to the button meanwhile.
            disabled={busy}
            onSelect={() => send({ act, row: person.row })}
          >
            {acts[act].label}
          </MenuItem>
          {act === beforeUntil && (
            <MenuItem icon={CalendarClock} disabled={busy} onSelect={() => onHold(person)}>
              Hold Until…
            </MenuItem>
          )}
        </Fragment>
      ))}
    </Menu>
  );
}
