import type { Suggestion } from '@parley/contract';
import { type ReactNode, useState } from 'react';
import { useContactSuggestions } from '../../../lib/use-contact-suggestions.ts';
import { dialledAs } from '../../../ui/dialled-as.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { useSuggestionList } from '../../../ui/use-suggestion-list.ts';
import { looksIncomplete, parsePhoneInput } from './parse-phone-input.ts';
import { SuggestionList } from './suggestion-list.tsx';

interface NumberFieldProps {
  value: string;
  /** Country of numbers without a calling code. */
  country: string | null;
  error: string | null;
  /** Whom the call is for, when somebody was chosen from the list. */
  contactName?: string | null;
  onType: (value: string) => void;
  /** Without it no contacts are suggested. */
  onChoose?: (contact: { id: string; name: string; phoneNumber: string }) => void;
}

/** A number, or a name: the contacts it fits are suggested below. */
export function NumberField(props: NumberFieldProps) {
  const { value, country, error, contactName = null, onType, onChoose } = props;
  const [left, setLeft] = useState('');
  const number = parsePhoneInput(value, country);
  // Neither what was chosen nor what the form started with is looked for.
  const [isTyping, setTyping] = useState(false);
  const suggestions = useContactSuggestions(isTyping && onChoose !== undefined ? value : '');
  const list = useSuggestionList<Suggestion>({
    items: suggestions,
    onChoose: ({ id, name, number: phoneNumber }) => {
      setTyping(false);
      onChoose?.({ id, name, phoneNumber });
    },
  });
  return (
    // As high as the field, also beside a higher one: the list is placed below it.
    <div className="relative self-start">
      <TextField
        label="Phone Number"
        name="phone-number"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        required
        placeholder="+1234567890"
        value={value}
        {...(onChoose === undefined ? {} : list.input)}
        onChange={(event) => {
          onType(event.target.value);
          setTyping(true);
          list.typed();
          setLeft('');
        }}
        // A number is not called incomplete while it is being typed.
        onBlur={() => {
          list.input.onBlur();
          setLeft(value);
        }}
        error={error}
        note={noteOf(value, number, contactName)}
        hint={
          looksIncomplete(left, country)
            ? 'This number looks incomplete. International format, e.g. +1234567890.'
            : 'International format, e.g. +1234567890.'
        }
      />
      {list.open && <SuggestionList list={list} suggestions={suggestions} />}
    </div>
  );
}

/** Whom the call is for, or how the number is dialled when that differs from what was typed. */
function noteOf(typed: string, number: string | null, contactName: string | null): ReactNode {
  if (contactName !== null && contactName !== '')
    return (
      <p className="text-ink-2">
        For <bdi className="font-medium text-ink">{contactName}</bdi>
      </p>
    );
  return dialledAs(typed, number);
}
