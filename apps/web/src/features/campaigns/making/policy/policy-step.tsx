import { type SubmitEvent, useState } from 'react';
import { Link } from 'react-router';
import { useUnsavedChanges } from '../../../../lib/use-unsaved-changes.ts';
import { AlertBox } from '../../../../ui/alert-box.tsx';
import { Button } from '../../../../ui/button.tsx';
import { DiscardQuestion } from '../../../../ui/discard-question.tsx';
import { focusFirstMistake } from '../focus-first-mistake.ts';
import { StepActions } from '../step-card.tsx';
import type { StepProps } from '../step-props.ts';
import { hasPeople } from '../steps.ts';
import { useChangeCampaign } from '../use-change-campaign.ts';
import { AgainCard } from './again-card.tsx';
import { EndCard } from './end-card.tsx';
import { HoursCard } from './hours-card.tsx';
import { PaceCard } from './pace-card.tsx';
import { formOf, isSameForm, noErrors, type PolicyForm, readPolicy } from './policy-form.ts';

/** The fourth step: when, how often and how fast people are called. */
export function PolicyStep({
  standing,
  mayChange,
  currency,
  pathOf,
  onStep,
}: StepProps & { currency: string }) {
  const { campaign } = standing;
  const saved = formOf(campaign.policy);
  const [form, setForm] = useState<PolicyForm>(saved);
  const [isSubmitted, setSubmitted] = useState(false);
  const next = hasPeople(campaign) ? 'start' : 'file';
  const { busy, save, failure } = useChangeCampaign(campaign, () => onStep(next));
  const dirty = !isSameForm(form, saved);
  const blocker = useUnsavedChanges(dirty && mayChange && !busy);
  const read = readPolicy(form);
  const errors = isSubmitted && 'errors' in read ? read.errors : noErrors;

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    setSubmitted(true);
    if ('errors' in read) focusFirstMistake(event.currentTarget);
    else if (dirty && mayChange) save({ name: campaign.name, policy: read.policy });
    else onStep(next);
  }

  const card = {
    form,
    errors,
    disabled: !mayChange || busy,
    change: (changes: Partial<PolicyForm>) => setForm((before) => ({ ...before, ...changes })),
  };
  return (
    <form noValidate onSubmit={submit}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <HoursCard {...card} purpose={campaign.purpose} />
        <AgainCard {...card} />
        <PaceCard {...card} />
        <EndCard {...card} currency={currency} />
      </div>
      {failure !== null && (
        <AlertBox title="Failed to save" className="mt-5">
          {failure}
        </AlertBox>
      )}
      <StepActions>
        <Button asChild>
          <Link to={pathOf(hasPeople(campaign) ? 'check' : 'file')}>Back</Link>
        </Button>
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
