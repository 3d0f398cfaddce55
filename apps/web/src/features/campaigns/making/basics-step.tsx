import { characterCount, detectPlaceholders, limits, placeholderLabel } from '@parley/contract';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { useUnsavedChanges } from '../../../lib/use-unsaved-changes.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { DiscardQuestion } from '../../../ui/discard-question.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { purposes } from '../purposes.ts';
import { nameMistake } from './basics.ts';
import { focusFirstMistake } from './focus-first-mistake.ts';
import { StepActions, StepCard } from './step-card.tsx';
import type { StepProps } from './step-props.ts';
import { useChangeCampaign } from './use-change-campaign.ts';

/** The first step of a draft: its name can be changed, the rest was chosen when it was made. */
export function BasicsStep({ standing, mayChange, agentName, onStep }: StepProps & { agentName: string }) {
  const { campaign } = standing;
  const [name, setName] = useState(campaign.name);
  const [mistake, setMistake] = useState<string | undefined>();
  const { busy, save, failure } = useChangeCampaign(campaign, () => onStep('file'));
  const dirty = name.trim() !== campaign.name;
  const blocker = useUnsavedChanges(dirty && mayChange && !busy);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const found = nameMistake(name).name;
    setMistake(found);
    if (found !== undefined) focusFirstMistake(event.currentTarget);
    else if (dirty && mayChange) save({ name: name.trim(), policy: campaign.policy });
    else onStep('file');
  }

  return (
    <form noValidate onSubmit={submit}>
      <StepCard title="Basics">
        <TextField
          label="Name *"
          autoComplete="off"
          value={name}
          readOnly={!mayChange}
          disabled={busy}
          error={mistake}
          count={{ length: characterCount(name), max: limits.campaignNameMax }}
          onChange={(event) => {
            setName(event.target.value);
            setMistake(undefined);
          }}
        />
        <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)]">
          <Fact name="Calls are for">
            {purposes[campaign.purpose].name}
            <span className="text-ink-3">{` · ${purposes[campaign.purpose].hint}`}</span>
          </Fact>
          <Fact name="Agent">{agentName}</Fact>
          <Fact name="Placeholders">
            {detectPlaceholders(campaign.prompt).map(placeholderLabel).join(', ') || 'None'}
          </Fact>
        </dl>
        <div className="grid gap-1.5">
          <p className="font-medium text-sm">Instructions</p>
          <p className="wrap-anywhere max-h-60 overflow-y-auto whitespace-pre-wrap rounded-box border bg-sunken px-3 py-2 text-ink-2">
            {campaign.prompt}
          </p>
          <p className="text-ink-3 text-sm">
            As the template was when the campaign was made. For another agent or template make a new campaign.
          </p>
        </div>
      </StepCard>
      {failure !== null && (
        <AlertBox title="Failed to save the name" className="mt-5">
          {failure}
        </AlertBox>
      )}
      <StepActions>
        <Button look="primary" type="submit" busy={busy}>
          {busy ? 'Saving...' : 'Continue'}
        </Button>
      </StepActions>
      <DiscardQuestion
        open={blocker.state === 'blocked'}
        onKeep={() => blocker.reset?.()}
        onDiscard={() => blocker.proceed?.()}
      />
    </form>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="font-medium text-sm sm:leading-6">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </>
  );
}
