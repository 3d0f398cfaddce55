import type { Campaign } from '@parley/contract';
import { type SubmitEvent, useState } from 'react';
import { useCalling } from '../../../../lib/use-calling.ts';
import { AlertBox } from '../../../../ui/alert-box.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Checkbox } from '../../../../ui/checkbox.tsx';
import { ChoiceField } from '../../../../ui/choice-field.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { focusFirstMistake } from '../focus-first-mistake.ts';
import { StepCard } from '../step-card.tsx';
import { StartDialog } from './start-dialog.tsx';
import { startTime } from './start-time.ts';

interface StartCardProps {
  campaign: Campaign;
  people: number;
  agentName: string;
  onStarted: () => void;
}

/** Start now, or at a time. */
export function StartCard({ campaign, people, agentName, onStarted }: StartCardProps) {
  const calling = useCalling().data;
  const [when, setWhen] = useState<'now' | 'later'>('now');
  const [typed, setTyped] = useState('');
  const [mistake, setMistake] = useState<string | undefined>();
  const [ground, setGround] = useState(false);
  const [asked, setAsked] = useState<{ at: string | null } | null>(null);
  const [pretend, setPretend] = useState('');
  const isSales = campaign.purpose === 'sales';
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
        {isSales ? (
          <p className="text-ink-2 text-sm">
            Sales calls are made to people with consent in writing alone, and never to numbers on a
            do-not-call registry. Each of them offers key 9 and words with which people opt out.
          </p>
        ) : (
          <div className="grid gap-1">
            <Checkbox
              label="There is a reason in law to call these people"
              checked={ground}
              onCheckedChange={setGround}
            />
            <p className="text-ink-3 text-sm">
              They are customers or patients, for example, or have agreed. It is not needed where Settings ▸
              Consent declares a reason for this purpose. With neither, everybody is held whose row has no
              consent.
            </p>
          </div>
        )}
        <Button type="submit" look="primary" className="justify-self-start">
          {when === 'now' ? 'Start Now' : 'Schedule'}
        </Button>
      </form>
      <StartDialog
        campaign={campaign}
        request={
          asked === null
            ? null
            : {
                ...{ at: asked.at, ground: isSales ? false : ground },
                ...(isSandbox && pretend !== '' && { pretend }),
              }
        }
        words={{ people, agentName, isReal: calling?.side === 'real' }}
        onClose={() => setAsked(null)}
        onStarted={onStarted}
      />
    </StepCard>
  );
}
