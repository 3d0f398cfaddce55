import { campaignRoutes } from '@parley/contract';
import { Trash2 } from 'lucide-react';
import { type ComponentType, type ReactNode, useState } from 'react';
import { Navigate } from 'react-router';
import type { NamedAgent } from '../../../lib/known-agents.ts';
import { useMay } from '../../../lib/permissions.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { BackToCampaigns } from '../back-to-campaigns.tsx';
import { purposes } from '../purposes.ts';
import type { Basics } from './basics.ts';
import { BasicsFacts } from './basics-facts.tsx';
import type { BasicsChoices } from './basics-fields.tsx';
import { CheckStep } from './check/check-step.tsx';
import { DeleteDraftDialog } from './delete-draft-dialog.tsx';
import { lazyStep } from './lazy-step.tsx';
import { StepList } from './step-list.tsx';
import type { StepProps } from './step-props.ts';
import { isOpen, nextStep, type Standing, type Step } from './steps.ts';

const BasicsStep = lazyStep('campaign basics', async () => (await import('./basics-step.tsx')).BasicsStep);
const FileStep = lazyStep('campaign file', async () => (await import('./file/file-step.tsx')).FileStep);
const PolicyStep = lazyStep(
  'campaign policy',
  async () => (await import('./policy/policy-step.tsx')).PolicyStep,
);
const StartStep = lazyStep('campaign start', async () => (await import('./start/start-step.tsx')).StartStep);

export interface DraftViewProps {
  standing: Standing;
  /** Null: the address names none, or one that does not exist. */
  step: Step | null;
  agents: readonly NamedAgent[];
  /** Loads who can call, where that is needed. */
  Choices: ComponentType<{ children: (choices: BasicsChoices) => ReactNode }>;
  country: string | null;
  /** Of the organization: its last day of calling is a day there. */
  currency: string;
  readNumber: (typed: string) => string | null;
  listPath: string;
  callPathOf: (callId: string) => string;
  consentPath: string;
  pathOf: (step: Step) => string;
  onStep: (step: Step) => void;
  onStarted: () => void;
  onDeleted: () => void;
  /** Sending the file was cancelled, and the campaign is gone: what was chosen first can be used again. */
  onCancelled: (basics: Basics) => void;
}

/** A campaign that was not started: the steps of making it, each at its own address. */
export function DraftView(props: DraftViewProps) {
  const { standing, step, agents, pathOf } = props;
  const { campaign } = standing;
  const may = useMay();
  const [deleting, setDeleting] = useState(false);
  const mayChange = may(campaignRoutes.changeCampaign.permission);
  if (step === null || !isOpen(step, standing)) return <Navigate to={pathOf(nextStep(standing))} replace />;
  const agentName = agents.find(({ id }) => id === campaign.agentId)?.displayName ?? campaign.agentId;
  return (
    <>
      <BackToCampaigns to={props.listPath} />
      <PageHeading
        title={campaign.name}
        subtitle={
          <span className="flex flex-wrap items-center gap-x-2">
            <Badge>Draft</Badge>
            {`${purposes[campaign.purpose].name} · ${agentName}`}
          </span>
        }
        actions={
          may(campaignRoutes.deleteCampaign.permission) ? (
            <Button onClick={() => setDeleting(true)}>
              <Trash2 aria-hidden="true" className="size-4" />
              Delete
            </Button>
          ) : undefined
        }
      />
      <StepList current={step} standing={standing} pathOf={pathOf} />
      {!mayChange && (
        <AlertBox tone="grey" className="mb-5">
          Your role lets you look at campaigns. Others make and start them.
        </AlertBox>
      )}
      <CurrentStep {...props} step={step} agentName={agentName} mayChange={mayChange} />
      <DeleteDraftDialog
        campaign={deleting ? campaign : null}
        onClose={() => setDeleting(false)}
        onDeleted={props.onDeleted}
      />
    </>
  );
}

interface CurrentStepProps extends Omit<DraftViewProps, 'step'> {
  step: Step;
  agentName: string;
  mayChange: boolean;
}

function CurrentStep(props: CurrentStepProps) {
  const { standing, mayChange, pathOf, onStep } = props;
  const { id, name, purpose, agentId, templateId } = standing.campaign;
  const common: StepProps = { standing, mayChange, pathOf, onStep };
  switch (props.step) {
    case 'basics':
      return mayChange ? (
        <props.Choices>
          {(choices) => <BasicsStep {...common} choices={choices} agentName={props.agentName} />}
        </props.Choices>
      ) : (
        <BasicsFacts {...common} agentName={props.agentName} />
      );
    case 'file':
      return (
        <FileStep
          key={id}
          {...common}
          country={props.country}
          onCancelled={() => props.onCancelled({ name, purpose, agentId, templateId })}
        />
      );
    case 'check':
      return <CheckStep {...common} />;
    case 'policy':
      return <PolicyStep {...common} currency={props.currency} />;
    case 'start':
      return (
        <StartStep
          {...common}
          agentName={props.agentName}
          readNumber={props.readNumber}
          callPathOf={props.callPathOf}
          consentPath={props.consentPath}
          onStarted={props.onStarted}
        />
      );
  }
}
