import { agentLimits, type Pace, paces } from '@parley/contract';
import { ChoiceField } from '../../../../ui/choice-field.tsx';
import { useField } from '../editor-context.ts';
import { NumberAt, PlaceholderHint, SwitchAt, TextAt } from '../fields.tsx';
import { SectionCard } from '../section-card.tsx';
import { Phrases } from './phrases.tsx';
import { Transfers } from './transfers.tsx';

const paceNames: Readonly<Record<Pace, string>> = { patient: 'Patient', normal: 'Normal', brisk: 'Brisk' };

export function ConversationSection() {
  const pace = useField('conversation.pace');
  const voicemail = useField('conversation.voicemail.action');
  return (
    <>
      <SectionCard title="Pace" subtitle="How long it waits, and how easily it lets itself be interrupted.">
        <ChoiceField
          label="Pace"
          labelHidden
          columns={3}
          value={pace.value}
          onValueChange={pace.set}
          disabled={pace.readOnly}
          choices={(['patient', 'normal', 'brisk'] as const).map((value) => ({
            value,
            label: paceNames[value],
            hint: paceWords(value),
          }))}
        />
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <NumberAt
            path="conversation.maxMinutes"
            label="Longest call, in minutes"
            placeholder="As the deployment allows"
            min={agentLimits.minutesMin}
            max={agentLimits.minutesMax}
            hint="Then it says goodbye."
          />
          <NumberAt
            path="conversation.silenceSeconds"
            label="Silence, in seconds"
            placeholder={String(paces[pace.value].silenceMs / 1_000)}
            min={agentLimits.silenceSecondsMin}
            max={agentLimits.silenceSecondsMax}
            hint="Then it asks whether somebody is there."
          />
        </div>
        <SwitchAt
          path="conversation.keypad"
          label="Keypad"
          hint="Keys that the other party presses are given to the agent."
        />
      </SectionCard>
      <SectionCard
        title="Call Screening"
        subtitle="What it answers when a phone asks who is calling, and why, before it rings. It also says that it is an AI assistant."
      >
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-2">
          <TextAt
            path="conversation.screening.identity"
            label="Who is calling"
            max={agentLimits.screeningMax}
          />
          <TextAt path="conversation.screening.purpose" label="Why" max={agentLimits.screeningMax} />
        </div>
        <p className="text-ink-3 text-sm">
          <PlaceholderHint />
        </p>
      </SectionCard>
      <SectionCard title="Voicemail" subtitle="When an answering machine takes the call.">
        <ChoiceField
          label="Voicemail"
          labelHidden
          columns={2}
          value={voicemail.value}
          onValueChange={voicemail.set}
          disabled={voicemail.readOnly}
          choices={[
            { value: 'hang-up', label: 'Hang up', hint: 'It says nothing.' },
            { value: 'leave-message', label: 'Leave a message', hint: 'Once, after the beep.' },
          ]}
        />
        {voicemail.value === 'leave-message' && (
          <TextAt
            path="conversation.voicemail.message"
            label="Message *"
            rows={3}
            max={agentLimits.voicemailMax}
            hint="About half a minute. Anybody may hear it: who called and how to call back, nothing about health. It says that an AI assistant speaks, also where your text does not."
          />
        )}
      </SectionCard>
      <SectionCard title="When It Cannot Help">
        <TextAt
          path="conversation.cannotHelp"
          label="What it says when it cannot help"
          rows={2}
          max={agentLimits.sentenceMax}
          hint="Empty: it says in its own words that it does not know, and offers to pass the question on."
        />
      </SectionCard>
      <SectionCard
        title="People to Connect With"
        subtitle="Whom it may transfer a call to, and when. Without one it offers no transfer."
      >
        <Transfers />
      </SectionCard>
      <SectionCard
        title="Standing Phrases"
        subtitle="What is said without the model, such as after a silence. Empty: the wording of the language."
      >
        <Phrases />
      </SectionCard>
    </>
  );
}

/** The numbers behind a pace. */
function paceWords(pace: Pace): string {
  const { speechTimeoutMs, ignoreBackchannel, interruptSensitivity, silenceMs } = paces[pace];
  const pause =
    speechTimeoutMs === 'auto'
      ? 'Answers when a sentence sounds complete'
      : `Answers after a pause of ${speechTimeoutMs / 1_000} s`;
  const interruption = {
    low: 'hard to interrupt',
    medium: 'can be interrupted',
    high: 'stops at the first word',
  }[interruptSensitivity];
  const listening = ignoreBackchannel ? 'goes on over "mhm"' : 'stops for "mhm" too';
  return `${pause}; ${interruption}, ${listening}; asks after ${silenceMs / 1_000} s of silence.`;
}
