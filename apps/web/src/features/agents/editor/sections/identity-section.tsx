import { agentLimits } from '@parley/contract';
import { TextField } from '../../../../ui/text-field.tsx';
import { PlaceholderHint, SwitchAt, TextAt } from '../fields.tsx';
import { SectionCard } from '../section-card.tsx';

export function IdentitySection({ fixedName }: { fixedName: string | null }) {
  return (
    <>
      <SectionCard title="Identity" subtitle="Who speaks, and what for.">
        {fixedName === null ? (
          <TextAt
            path="identity.displayName"
            label="Name *"
            max={agentLimits.displayNameMax}
            hint="What it calls itself on the phone."
          />
        ) : (
          <TextField label="Name" value={fixedName} readOnly hint="The name of this agent is fixed." />
        )}
        <TextAt
          path="identity.persona"
          label="Persona *"
          rows={8}
          max={agentLimits.personaMax}
          hint={
            <>
              Who it is and how it speaks, as you would tell a new colleague. <PlaceholderHint />
            </>
          }
        />
        <TextAt
          path="identity.abilities"
          label="What it may do for callers"
          rows={5}
          max={agentLimits.abilitiesMax}
          hint="A line for each. What is not here it does not promise."
        />
      </SectionCard>
      <SectionCard
        title="Conduct"
        subtitle="Ready-made manners, so that the persona need not spell them out."
      >
        <SwitchAt
          path="identity.conduct.repeatDetails"
          label="Repeat important details back"
          hint="Names, dates, times and numbers, once, before it goes on."
        />
        <SwitchAt
          path="identity.conduct.spellNames"
          label="Spell with the alphabet of names"
          hint="A as in Alfa, B as in Bravo, where a letter could be misheard."
        />
        <SwitchAt
          path="identity.conduct.stayOnSubject"
          label="Stay on the subject"
          hint="Leads back politely when a conversation drifts."
        />
        <SwitchAt
          path="identity.conduct.showSympathy"
          label="Show sympathy"
          hint="A word of understanding first when somebody is worried or upset."
        />
        <SwitchAt path="identity.conduct.beBrief" label="Be brief" hint="One or two sentences at a time." />
        <p className="border-t pt-4 text-ink-3 text-sm">
          It always says that it is an AI assistant: in its opening, and whenever somebody asks. That cannot
          be switched off.
        </p>
      </SectionCard>
    </>
  );
}
