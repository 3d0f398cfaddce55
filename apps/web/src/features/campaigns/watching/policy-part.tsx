import { type CampaignAccount, campaignRoutes } from '@parley/contract';
import { type SubmitEvent, useEffect, useState } from 'react';
import { toast } from 'sonner';
import type { Campaign } from '../../../lib/parsing/campaigns.ts';
import { useMay } from '../../../lib/permissions.ts';

import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { DiscardQuestion } from '../../../ui/discard-question.tsx';
import { focusFirstMistake } from '../making/focus-first-mistake.ts';
import { PolicyCards } from '../making/policy/policy-cards.tsx';
import { usePolicyForm } from '../making/policy/use-policy-form.ts';
import { StepActions } from '../making/step-card.tsx';
import { useChangeCampaign } from '../making/use-change-campaign.ts';
import { isChangeable, policyPauses } from './policy-pauses.ts';
import { useUnsavedPart } from './use-unsaved-part.ts';

export interface PolicyPartProps {
  campaign: Campaign;
  currency: string;
  /** What the account that calls may do. */
  account: CampaignAccount | undefined;
}

/** When, how often and how fast a campaign calls that was started. It is changed while nobody is called. */
export function PolicyPart({ campaign, currency, account }: PolicyPartProps) {
  // What is typed stays on the screen; where nothing is, the campaign is shown as others have saved it.
  const [shown, setShown] = useState(campaign);
  const [dirty, setDirty] = useState(false);
  if (shown.revision !== campaign.revision && !dirty) setShown(campaign);
  return (
    <Policy
      key={shown.revision}
      {...{ campaign: { ...shown, state: campaign.state, pause: campaign.pause }, currency, account }}
      onDirtyChange={setDirty}
    />
  );
}

function Policy({
  campaign,
  currency,
  account,
  onDirtyChange,
}: PolicyPartProps & { onDirtyChange: (dirty: boolean) => void }) {
  const mayChange = useMay()(campaignRoutes.changeCampaign.permission) && isChangeable(campaign);
  const { form, dirty, read, errors, setSubmitted, change } = usePolicyForm(campaign.policy);
  const { busy, save, failure } = useChangeCampaign(campaign, () => {
    toast.success('Hours and pace saved');
    onDirtyChange(false);
  });
  const blocker = useUnsavedPart(dirty && mayChange && !busy, 'show');
  useEffect(() => onDirtyChange(dirty), [onDirtyChange, dirty]);
  useEffect(() => () => onDirtyChange(false), [onDirtyChange]);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    setSubmitted(true);
    if ('errors' in read) focusFirstMistake(event.currentTarget);
    else save({ name: campaign.name, policy: read.policy });
  }

  return (
    <form noValidate aria-label="Hours and Pace" onSubmit={submit}>
      <AlertBox tone="grey" className="mb-5">
        {noteOf(campaign, mayChange)}
      </AlertBox>
      <PolicyCards
        {...{
          form,
          errors,
          change,
          currency,
          account,
          purpose: campaign.purpose,
          disabled: !mayChange || busy,
        }}
        endFirst={campaign.pause !== null && policyPauses.has(campaign.pause.reason)}
      />
      {failure !== null && (
        <AlertBox title="Failed to save" className="mt-5">
          {failure}
        </AlertBox>
      )}
      {mayChange && (
        <StepActions>
          <Button look="primary" type="submit" busy={busy} disabled={!dirty}>
            {busy ? 'Saving...' : 'Save Changes'}
          </Button>
        </StepActions>
      )}
      <DiscardQuestion
        open={blocker.state === 'blocked'}
        onKeep={() => blocker.reset?.()}
        onDiscard={() => blocker.proceed?.()}
      />
    </form>
  );
}

function noteOf(campaign: Campaign, mayChange: boolean): string {
  if (campaign.state === 'completed' || campaign.state === 'stopped' || campaign.state === 'stopping')
    return 'The campaign is over. This is how it called.';
  if (mayChange)
    return 'Changes hold for everybody who is still to be called. Whoever was reached, not reached or taken out stays so, and whoever waits for another call keeps its time.';
  return isChangeable(campaign)
    ? 'Your role lets you look at campaigns. Others change how they call.'
    : 'Pause the campaign to change how it calls.';
}
