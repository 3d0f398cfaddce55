import { type SubmitEvent, useState } from 'react';
import type { Campaign } from '../../../../lib/parsing/campaigns.ts';
import { useCalling } from '../../../../lib/use-calling.ts';
import { useConsentRules } from '../../../../lib/use-consent-rules.ts';
import { useRetry } from '../../../../lib/use-send.ts';
import { AlertBox } from '../../../../ui/alert-box.tsx';
import { Button } from '../../../../ui/button.tsx';
import { ChoiceField } from '../../../../ui/choice-field.tsx';
import { LoadState } from '../../../../ui/load-state.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { focusFirstMistake } from '../focus-first-mistake.ts';
import { StepCard } from '../step-card.tsx';
import { GroundPart } from './ground-part.tsx';
import { StartDialog } from './start-dialog.tsx';
import { startTime } from './start-time.ts';
import { callsEverybody, startingGround } from './starting-ground.ts';

interface StartCardProps {
  campaign: Campaign;
  people: number;
  /** Of them, those whose row says that they consented; undefined: it is not known. */
  consented: number | undefined;
  agentName: string;
  consentPath: string;
  onStarted: () => void;
}

/** Start now, or at a time. */
export function StartCard({
  campaign,
  people,
  consented,
  agentName,
  consentPath,
  onStarted,
}: StartCardProps) {
  const rules = useConsentRules();
  const retry = useRetry(rules.refetch);
  const calling = useCalling().data;
  const [when, setWhen] = useState<'now' | 'later'>('now');
  const [typed, setTyped] = useState('');
  const [mistake, setMistake] = useState<string | undefined>();
  const [ticked, setTicked] = useState(false);
  const [asked, setAsked] = useState<{ at: string | null } | null>(null);
  const [pretend, setPretend] = useState('');
  const ground = rules.data && startingGround(rules.data, campaign.purpose, Date.now());
  const isSandbox = calling?.side === 'sandbox';

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const time = startTime(when === 'now' ? null : typed, Date.now());
    setMistake('mistake' in time ? time.mistake : undefined);
    if ('mistake' in time) focusFirstMistake(event.currentTarget);
    else setAsked({ at: time.at });
  }

  return (
    <StepCard
      title="Start"
      subtitle="From then on text, agent version and people stay as they are. It can be paused and stopped at any time."
    >
      {calling?.refused != null && (
        <AlertBox tone="amber" title="Calls cannot be made at present">
          {`${calling.refused.sentence} ${calling.refused.remedy}`}
        </AlertBox>
      )}
      <form noValidate onSubmit={submit} className="grid gap-4">
        <ChoiceField
          label="When"
          columns={2}
          choices={[
            { value: 'now', label: 'Now', hint: 'Calls are made as soon as the hours are open.' },
            {
              value: 'later',
              label: 'At a time',
              hint: 'Until then it can be made a draft again, and changed.',
            },
          ]}
          value={when}
          onValueChange={(value) => {
            setWhen(value);
            setMistake(undefined);
          }}
        />
        {when === 'later' && (
          <TextField
            label="Starts at *"
            type="datetime-local"
            className="max-w-sm"
            hint="In your own time zone."
            value={typed}
            error={mistake}
            onChange={(event) => {
              setTyped(event.target.value);
              setMistake(undefined);
            }}
          />
        )}
        {isSandbox && (
          <TextField
            label="Pretend that it is"
            type="time"
            className="max-w-sm"
            hint="In the sandbox alone: people are called as if it were this time of day when the campaign starts. Empty: as it is."
            value={pretend}
            onChange={(event) => setPretend(event.target.value)}
          />
        )}
        {ground === undefined ? (
          <LoadState
            query={rules}
            onRetry={retry.send}
            loading="Loading consent..."
            failed="Failed to load the rules of consent"
            compact
          />
        ) : (
          <GroundPart {...{ ground, ticked, consentPath }} onTicked={setTicked} />
        )}
        <Button type="submit" look="primary" disabled={ground === undefined} className="justify-self-start">
          {when === 'now' ? 'Start Now' : 'Schedule'}
        </Button>
      </form>
      <StartDialog
        campaign={campaign}
        request={
          asked === null
            ? null
            : {
                ...{ at: asked.at, ground: ground?.kind === 'asked' && ticked },
                ...(isSandbox && pretend !== '' && { pretend }),
              }
        }
        words={{
          ...{ people, agentName, isReal: calling?.side === 'real' },
          only: ground === undefined || callsEverybody(ground, ticked) ? null : { consented },
        }}
        onClose={() => setAsked(null)}
        onStarted={onStarted}
      />
    </StepCard>
  );
}
