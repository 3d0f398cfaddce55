import { limits } from '@parley/contract';
import { countFrom } from '../../../lib/text-count.ts';
import { localDay } from '../../../ui/local-day.ts';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { PhoneNumber } from '../../../ui/phone-number.tsx';
import { TextArea, TextField } from '../../../ui/text-field.tsx';
import { ConsentFields } from './consent-fields.tsx';
import type { ContactDraft } from './contact-draft.ts';
import type { ContactMistakes } from './contact-mistakes.ts';
import { languageOptions, zoneOptions } from './region-options.ts';

interface ContactFieldsProps {
  typed: ContactDraft;
  mistakes: ContactMistakes;
  /** What is understood from the number that is typed; null while it is none. */
  number: string | null;
  onChange: (next: Partial<ContactDraft>) => void;
}

export function ContactFields({ typed, mistakes, number, onChange }: ContactFieldsProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name *"
          name="name"
          required
          data-autofocus
          autoComplete="off"
          value={typed.name}
          error={mistakes.name}
          count={countFrom(typed.name, limits.contactNameMax)}
          onChange={(event) => onChange({ name: event.target.value })}
        />
        <TextField
          label="Phone Number *"
          name="number"
          type="tel"
          inputMode="tel"
          required
          autoComplete="off"
          placeholder="+1234567890"
          value={typed.number}
          error={mistakes.number}
          note={
            number !== null &&
            number !== typed.number.trim() && (
              <p className="text-ink-2">
                Saved as <PhoneNumber className="font-medium text-ink">{number}</PhoneNumber>
              </p>
            )
          }
          onChange={(event) => onChange({ number: event.target.value })}
        />
        <NativeSelect
          label="Language"
          value={typed.language}
          options={languageOptions(typed.language)}
          onValueChange={(language) => onChange({ language })}
        />
        <NativeSelect
          label="Time zone"
          value={typed.timeZone}
          options={zoneOptions(typed.timeZone)}
          onValueChange={(timeZone) => onChange({ timeZone })}
        />
      </div>
      <TextArea
        label="Notes"
        name="notes"
        rows={3}
        hint="Only the desk sees these."
        value={typed.notes}
        error={mistakes.notes}
        count={countFrom(typed.notes, limits.contactNotesMax)}
        onChange={(event) => onChange({ notes: event.target.value })}
      />
      <TextArea
        label="Notes for the agent"
        name="agentNotes"
        rows={2}
        hint="The agent is told these on calls to this person. Write no secrets: whoever gives this name on the phone may hear of them."
        value={typed.agentNotes}
        error={mistakes.agentNotes}
        count={countFrom(typed.agentNotes, limits.contactAgentNotesMax)}
        onChange={(event) => onChange({ agentNotes: event.target.value })}
      />
      <ConsentFields
        consent={typed.consent}
        today={localDay(new Date())}
        onChange={(consent) => onChange({ consent })}
      />
    </>
  );
}
