import { type AgentNumber, agentLimits, previewOpening } from '@parley/contract';
import { Volume2 } from 'lucide-react';
import { ChoiceField } from '../../../../ui/choice-field.tsx';
import { useEditor, useField } from '../editor-context.ts';
import { PlaceholderHint, TextAt } from '../fields.tsx';
import { SectionCard } from '../section-card.tsx';

export function OpeningSection({ numbers }: { numbers: readonly AgentNumber[] }) {
  const first = useField('opening.firstSpeaker');
  const number = numbers[0]?.number ?? null;
  return (
    <>
      <SectionCard title="Opening" subtitle="The first words of a call.">
        <ChoiceField
          label="Who speaks first"
          columns={2}
          value={first.value}
          onValueChange={first.set}
          disabled={first.readOnly}
          choices={[
            { value: 'agent', label: 'The agent', hint: 'As soon as the call is up.' },
            {
              value: 'other-party',
              label: 'The other party',
              hint: 'It waits for their first words, for a few seconds.',
            },
          ]}
        />
        <p className="text-ink-3 text-sm">
          <PlaceholderHint />
        </p>
      </SectionCard>
      <SectionCard title="Calls It Makes">
        <TextAt
          path="opening.outbound"
          label="Outbound opening"
          rows={3}
          max={agentLimits.openingMax}
          hint="Not yet what the call is about: it is not known who has answered. Empty: the greeting without its questions."
        />
        <Preview direction="outbound" number={number} />
      </SectionCard>
      <SectionCard title="Calls It Takes">
        <TextAt
          path="opening.inbound"
          label="Inbound greeting"
          rows={3}
          max={agentLimits.openingMax}
          hint="Empty: a greeting in the agent's language, with its name."
        />
        <Preview direction="inbound" number={number} />
      </SectionCard>
    </>
  );
}

/** What the other party hears, with everything filled in as on a call of today. */
function Preview({ direction, number }: { direction: 'inbound' | 'outbound'; number: string | null }) {
  const { config, organization } = useEditor();
  const { text, heard, disclosureAdded } = previewOpening(config, direction, {
    organizationName: organization.name,
    timeZone: organization.timeZone,
    at: Date.now(),
    ownNumber: number,
  });
  return (
    <figure className="grid gap-1.5 rounded-box border bg-sunken px-4 py-3">
      <figcaption className="flex items-center gap-2 font-medium text-ink-2 text-sm">
        <Volume2 aria-hidden="true" className="size-4" />
        As heard
      </figcaption>
      <p lang={config.speech.language} className="wrap-anywhere">
        {heard}
      </p>
      {heard !== text && (
        <p className="wrap-anywhere text-ink-2 text-sm">
          In the transcript: <span lang={config.speech.language}>{text}</span>
        </p>
      )}
      {disclosureAdded && (
        <p className="text-ink-3 text-sm">
          The text does not say that an AI speaks, so a sentence that says it is added.
        </p>
      )}
    </figure>
  );
}
