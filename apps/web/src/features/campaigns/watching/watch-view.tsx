import {
  type CampaignAccount,
  campaignReportRoutes,
  campaignRoutes,
  campaignStates,
  pauseReasons,
} from '@parley/contract';
import type { ComponentType } from 'react';
import type { Campaign } from '../../../lib/parsing/campaigns.ts';
import { useMay } from '../../../lib/permissions.ts';
import { useAddressParam } from '../../../lib/use-address-param.ts';
import { wordOf } from '../../../lib/word-of.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Instant } from '../../../ui/instant.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { Segments } from '../../../ui/segments.tsx';
import { Status } from '../../../ui/status-dot.tsx';
import { BackToCampaigns } from '../back-to-campaigns.tsx';
import { stateTone } from '../list/campaign-row.tsx';
import { purposes } from '../purposes.ts';
import { AgainButton } from './again-button.tsx';
import { PeoplePart } from './people-part.tsx';
import type { PolicyPartProps } from './policy-part.tsx';
import { policyPauses } from './policy-pauses.ts';
import { ProgressPart } from './progress-part.tsx';
import { RunActions } from './run-actions.tsx';
import { Timeline } from './timeline.tsx';

export interface WatchPaths {
  list: string;
  campaign: (id: string) => string;
  call: (callId: string) => string;
}

interface WatchViewProps {
  campaign: Campaign;
  agentName: string;
  /** Of the organization. */
  currency: string;
  account: CampaignAccount | undefined;
  paths: WatchPaths;
  /** Loaded when they are opened. */
  PolicyPart: ComponentType<PolicyPartProps>;
  ReportPart: ComponentType<{ campaign: Campaign }>;
}

const parts = [
  { value: 'progress', label: 'Progress' },
  { value: 'people', label: 'People' },
  { value: 'policy', label: 'Hours and Pace' },
  { value: 'timeline', label: 'Timeline' },
  { value: 'report', label: 'Report' },
] as const;
type Part = (typeof parts)[number]['value'];

/** A campaign that was started: how far it is, everybody in it, when and how fast it calls, what was decided, and what came of it. */
export function WatchView({ campaign, agentName, currency, account, paths, ...later }: WatchViewProps) {
  const { PolicyPart, ReportPart } = later;
  const may = useMay();
  const [shown, setShown] = useAddressParam('show');
  const part: Part = parts.find(({ value }) => value === shown)?.value ?? 'progress';
  const isOver = campaign.state === 'completed' || campaign.state === 'stopped';
  return (
    <>
      <BackToCampaigns to={paths.list} />
      <PageHeading
        title={campaign.name}
        subtitle={<Subtitle campaign={campaign} agentName={agentName} />}
        actions={
          <>
            {isOver && may(campaignReportRoutes.repeatCampaign.permission) && (
              <AgainButton campaign={campaign} paths={paths} />
            )}
            <RunActions campaign={campaign} />
          </>
        }
      />
      <PauseNote campaign={campaign} onPolicy={part === 'policy' ? null : () => setShown('policy')} />
      <div className="mb-4">
        <Segments
          label="Show"
          value={part}
          segments={parts}
          onValueChange={(value) => setShown(value === 'progress' ? '' : value)}
        />
      </div>
      {part === 'progress' && <ProgressPart campaign={campaign} callPath={paths.call} />}
      {part === 'people' && <PeoplePart campaign={campaign} callPath={paths.call} />}
      {part === 'policy' && <PolicyPart campaign={campaign} currency={currency} account={account} />}
      {part === 'timeline' && <Timeline campaignId={campaign.id} />}
      {part === 'report' && <ReportPart campaign={campaign} />}
    </>
  );
}

function Subtitle({ campaign, agentName }: Pick<WatchViewProps, 'campaign' | 'agentName'>) {
  const { state, side, purpose, startAt, startedAt, endedAt } = campaign;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Status tone={stateTone(state)}>{wordOf(campaignStates, state)}</Status>
      {side === 'sandbox' && <Badge tone="amber">Sandbox</Badge>}
      <span>
        {`${purposes[purpose].name} · `}
        <bdi>{agentName}</bdi>
      </span>
      {state === 'scheduled' && startAt !== null && (
        <span>
          {'Starts '}
          <Instant at={startAt} />
        </span>
      )}
      {startedAt !== null && (
        <span>
          {'Started '}
          <Instant at={startedAt} />
        </span>
      )}
      {endedAt !== null && (
        <span>
          {'Ended '}
          <Instant at={endedAt} />
        </span>
      )}
    </span>
  );
}

interface PauseNoteProps {
  campaign: Campaign;
  /** Shows what the campaign may be paused by; null: it is shown. */
  onPolicy: (() => void) | null;
}

/** Why nobody is called for now. */
function PauseNote({ campaign: { state, pause }, onPolicy }: PauseNoteProps) {
  const may = useMay();
  if (state === 'stopping')
    return (
      <AlertBox tone="amber" className="mb-4">
        Nobody else is called. Calls that are up are still ending.
      </AlertBox>
    );
  if (state !== 'paused' || pause === null) return null;
  const tone = pause.reason === 'person' ? 'grey' : 'amber';
  const remedy = policyPauses.get(pause.reason);
  return (
    <AlertBox
      tone={tone}
      title={`Paused: ${wordOf(pauseReasons, pause.reason)}`}
      className="mb-4"
      action={
        remedy !== undefined &&
        onPolicy !== null &&
        may(campaignRoutes.changeCampaign.permission) && <Button onClick={onPolicy}>{remedy}</Button>
      }
    >
      {pause.detail !== '' && <span>{`${pause.detail} `}</span>}
      <span>
        {'Since '}
        <Instant at={pause.at} />
        {'. Nobody else is called until somebody resumes it.'}
      </span>
    </AlertBox>
  );
}
