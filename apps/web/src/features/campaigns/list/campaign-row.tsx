import { type CampaignState, campaignStates, pauseReasons } from '@parley/contract';
import { Link } from 'react-router';
import type { ListedCampaign } from '../../../lib/parsing/campaigns.ts';
import { knownIn, wordOf } from '../../../lib/word-of.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { numberText } from '../../../ui/number-text.ts';
import { purposes } from '../purposes.ts';

interface CampaignRowProps {
  campaign: ListedCampaign;
  agentName: string;
  path: string;
}

export function CampaignRow({ campaign, agentName, path }: CampaignRowProps) {
  return (
    <li className="border-t">
      <Link
        to={path}
        className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-0.5 px-4 py-2.5 -outline-offset-2 hover:bg-sunken sm:px-5 lg:grid-cols-[minmax(0,1fr)_6.5rem_11rem_8.5rem]"
      >
        <span className="min-w-0">
          <span className="block truncate font-medium">
            <bdi>{campaign.name}</bdi>
          </span>
          <span className="block truncate text-ink-3 text-sm">
            {purposes[campaign.purpose].name} · <bdi>{agentName}</bdi>
          </span>
        </span>
        <span>
          <Badge tone={stateTone(campaign.state)}>{wordOf(campaignStates, campaign.state)}</Badge>
        </span>
        <Progress campaign={campaign} />
        <Instant at={campaign.changedAt} className="text-right text-ink-3 text-sm tabular-nums" />
      </Link>
    </li>
  );
}

const stateTones: Readonly<Record<CampaignState, Tone>> = {
  draft: 'grey',
  scheduled: 'blue',
  running: 'green',
  paused: 'amber',
  stopping: 'amber',
  stopped: 'red',
  completed: 'grey',
};

/** A state that this page does not know is grey. */
export const stateTone = (state: ListedCampaign['state']): Tone => knownIn(stateTones, state) ?? 'grey';

function Progress({ campaign: { state, fileName, rows, startAt, pauseReason, progress } }: ProgressProps) {
  if (state === 'scheduled' && startAt !== null)
    return (
      <span className="text-ink-2 text-sm">
        {'Starts '}
        <Instant at={startAt} className="tabular-nums" />
      </span>
    );
  if (progress === null)
    return (
      <span className="text-ink-2 text-sm tabular-nums">
        {fileName === null ? 'No file yet' : `${numberText(rows)} ${rows === 1 ? 'row' : 'rows'}`}
      </span>
    );
  const { people, finished } = progress;
  return (
    <span className="grid gap-1" {...(pauseReason !== null && { title: wordOf(pauseReasons, pauseReason) })}>
      <span className="text-ink-2 text-sm tabular-nums">{`${numberText(finished)} of ${numberText(people)}`}</span>
      <span aria-hidden="true" className="block h-1 overflow-hidden rounded-box bg-grey-soft">
        <span
          className="block h-full bg-ink-2"
          style={{ width: `${people === 0 ? 0 : Math.min(100, (100 * finished) / people)}%` }}
        />
      </span>
    </span>
  );
}

interface ProgressProps {
  campaign: ListedCampaign;
}
