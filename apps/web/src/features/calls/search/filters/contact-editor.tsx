import { useState } from 'react';
import { useContactSuggestions } from '../../../../lib/use-contact-suggestions.ts';
import { PhoneNumber } from '../../../../ui/phone-number.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { rememberContact, rememberedContact } from './contact-names.ts';

interface ContactEditorProps {
  contact: string | undefined;
  onChange: (contact: string) => void;
}

export function ContactEditor({ contact, onChange }: ContactEditorProps) {
  const [typed, setTyped] = useState(() => (contact && rememberedContact(contact)) || '');
  const found = useContactSuggestions(typed);
  return (
    <div className="grid gap-2">
      <TextField
        label="Name or number"
        autoComplete="off"
        maxLength={60}
        value={typed}
        hint={typed.trim().length < 2 ? 'Type at least two letters or digits.' : undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
      <ul aria-label="Contacts" className="-mx-1 grid">
        {found.map(({ id, name, number }) => (
          <li key={id}>
            <button
              type="button"
              aria-pressed={id === contact}
              className="flex w-full items-baseline justify-between gap-3 rounded-box px-2 py-1.5 text-left text-sm hover:bg-sunken aria-pressed:bg-sunken"
              onClick={() => {
                rememberContact(id, name);
                setTyped(name);
                onChange(id);
              }}
            >
              <span className="min-w-0 truncate font-medium">{name}</span>
              <PhoneNumber className="shrink-0 text-ink-3 tabular-nums">{number}</PhoneNumber>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
