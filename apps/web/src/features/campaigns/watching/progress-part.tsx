import { attemptResults, waitReasons } from '@parley/contract';
import { type ReactNode, useId } from 'react';
import type { CampaignProgress } from '../../../lib/parsing/campaign-run.ts';
import type { Campaign } from '../../../lib/parsing/campaigns.ts';
import { useRetry } from '../../../lib/use-send.ts';
import { wordOf } from '../../../lib/word-of.ts';
import { Card, CardBody, CardHeader } from '../../../ui/card.tsx';
import { momentText } from '../../../ui/instant.tsx';
import { LoadStateCard } from '../../../ui/load-state.tsx';
import { numberText } from '../../../ui/number-text.ts';
import { useProgress } from '../use-progress.ts';
import { BreakerFigures } from './breaker-figures.tsx';
import { LiveCalls } from './live-calls.tsx';
import { StateBar } from './state-bar.tsx';
import { Waits } from './waits.tsx';

interface ProgressPartProps {
  campaign: Campaign;
  callPath: (callId: string) => string;
}

/** How far a campaign is: what is up, what waits and why, and what came of it so far. */
export function ProgressPart({ campaign, callPath }: ProgressPartProps) {
  const query = useProgress(campaign.id);
  const retry = useRetry(query.refetch);
  const progress = query.data;
  if (progress === undefined)
    return (
      <LoadStateCard
        query={query}
        onRetry={retry.send}
        loading="Loading progress..."
        failed="Failed to load the progress"
      />
    );
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <StateBar progress={progress} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-2">
        <Part title="Up now" note={linesText(progress, campaign)}>
          <LiveCalls live={progress.live} callPath={callPath} />
        </Part>
        <Part title="Waiting" note={nextText(progress, campaign)}>
          <Waits progress={progress} />
        </Part>
        <Part
          title="Results so far"
          note={`${numberText(progress.attempts)} ${progress.attempts === 1 ? 'call' : 'calls'} begun`}
        >
          <Results progress={progress} />
        </Part>
        <Part title="Breaker" note="Pauses the campaign when one of these passes its limit.">
          <BreakerFigures progress={progress} policy={campaign.policy} />
        </Part>
      </div>
    </div>
  );
}

function linesText({ live, atOnce }: CampaignProgress, { state }: Campaign): string {
  if (state === 'completed' || state === 'stopped') return 'The campaign is over';
  return `${live.length} of ${atOnce} ${atOnce === 1 ? 'line' : 'lines'} in use`;
}

function nextText({ nextAt, slowedBy }: CampaignProgress, { state }: Campaign): string {
  if (state === 'running' && slowedBy) return wordOf(waitReasons, slowedBy);
  if (state !== 'running' || nextAt === null) return 'Nobody is next';
  return new Date(nextAt).getTime() <= Date.now()
    ? 'The next call is due'
    : `Next call ${momentText(nextAt)}`;
}

function Part({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  const titleId = useId();
  return (
    <Card aria-labelledby={titleId} className="min-w-0">
      <CardHeader title={title} titleId={titleId} subtitle={note} className="pb-3" />
      <CardBody>{children}</CardBody>
    </Card>
  );
}

/** People who are done, by what came of the last call. */
function Results({ progress: { results } }: { progress: CampaignProgress }) {
  const all = results.reduce((sum, { count: n }) => sum + n, 0);
  if (all === 0) return <p className="text-ink-3">Nobody is done yet.</p>;
  return (
    <ul className="grid gap-2">
      {results.map(({ result, count: n }) => (
        <li key={result} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 gap-y-1 text-sm">
          <span>{wordOf(attemptResults, result)}</span>
          <span className="text-ink-2 tabular-nums">{`${numberText(n)} of ${numberText(all)}`}</span>
          <span aria-hidden="true" className="col-span-2 h-1 overflow-hidden rounded-box bg-grey-soft">
            <span className="block h-full bg-ink-2" style={{ width: `${(100 * n) / all}%` }} />
          </span>
        </li>
      ))}
    </ul>
  );
}
