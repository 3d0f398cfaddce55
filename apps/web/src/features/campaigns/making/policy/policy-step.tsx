import type { SubmitEvent } from 'react';
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
import { PolicyCards } from './policy-cards.tsx';
import { usePolicyForm } from './use-policy-form.ts';

/** The fourth step: when, how often and how fast people are called. */
export function PolicyStep({
  standing,
  mayChange,
  currency,
  pathOf,
  onStep,
}: StepProps & { currency: string }) {
  const { campaign } = standing;
  const { form, dirty, read, errors, setSubmitted, change } = usePolicyForm(campaign.policy);
  const next = hasPeople(campaign) ? 'start' : 'file';
  const { busy, save, failure } = useChangeCampaign(campaign, () => onStep(next));
  const blocker = useUnsavedChanges(dirty && mayChange && !busy);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    setSubmitted(true);
    if ('errors' in read) focusFirstMistake(event.currentTarget);
    else if (dirty && mayChange) save({ name: campaign.name, policy: read.policy });
    else onStep(next);
  }

  return (
    <form noValidate onSubmit={submit}>
      <PolicyCards
        {...{
          form,
          errors,
          change,
          currency,
          account: standing.account,
          purpose: campaign.purpose,
          disabled: !mayChange || busy,
        }}
      />
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
