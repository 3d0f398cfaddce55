import type { Contact } from '@parley/contract';
import { type SubmitEvent, useState } from 'react';
import { useDraft } from '../../../lib/drafts.ts';
import { AlertBox } from '../../../ui/alert-box.tsx';
import { Button } from '../../../ui/button.tsx';
import { DialogActions } from '../../../ui/dialog.tsx';
import { DraftOffer } from '../../../ui/draft-offer.tsx';
import { ContactConflict } from './contact-conflict.tsx';
import {
  bodyOf,
  type ContactDraft,
  draftOfContact,
  emptyContact,
  isSameDraft,
  parseContactDraft,
} from './contact-draft.ts';
import { ContactFields } from './contact-fields.tsx';
import { type ContactMistakes, fieldOfCode, mistakesOf, type ReadNumber } from './contact-mistakes.ts';
import { useSaveContact } from './use-save-contact.ts';

/** What is edited: a contact, or a new one, perhaps of a known number. */
export interface ContactEdit {
  contact: Contact | null;
  number: string;
}

export const contactDraftName = ({ contact, number }: ContactEdit) =>
  `contact:${contact?.id ?? `new:${number}`}`;

interface ContactFormProps {
  editing: ContactEdit;
  readNumber: ReadNumber;
  onDone: (number: string | null) => void;
  onDirtyChange: (dirty: boolean) => void;
}

export function ContactForm({ editing, readNumber, onDone, onDirtyChange }: ContactFormProps) {
  const { contact } = editing;
  /** What it was when the form was opened, or as somebody else has saved it since. */
  const [base, setBase] = useState(contact);
  const initial = base === null ? emptyContact(editing.number) : draftOfContact(base);
  const [typed, setTyped] = useState(initial);
  const [mistakes, setMistakes] = useState<ContactMistakes>({});
  const [error, setError] = useState<string | null>(null);
  const [theirs, setTheirs] = useState<Contact | null>(null);
  const { busy, send } = useSaveContact({
    onAccepted: () => draft.clear(),
    onSaved: onDone,
    onFailed: (sentence, code) => {
      const field = fieldOfCode(code);
      if (field === null) setError(sentence);
      else setMistakes({ [field]: sentence });
    },
    onConflict: setTheirs,
  });
  const draft = useDraft({
    form: contactDraftName(editing),
    value: isSameDraft(typed, initial) ? null : typed,
    parse: parseContactDraft,
    busy,
    onDirtyChange,
  });
  const number = readNumber(typed.number);

  function change(next: Partial<ContactDraft>): void {
    setTyped((given) => ({ ...given, ...next }));
    setMistakes({});
    setError(null);
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (busy) return;
    const found = mistakesOf(typed, readNumber);
    setMistakes(found);
    setError(null);
    const [first] = Object.keys(found);
    if (first !== undefined) focusField(event.currentTarget, first);
    else if (number !== null)
      send({
        changed: base === null ? null : { id: base.id, revision: base.revision },
        body: bodyOf(typed, number),
      });
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {draft.offered !== null && (
        <DraftOffer
          onRestore={() => {
            if (draft.offered !== null) setTyped({ ...draft.offered, consent: typed.consent });
            draft.dismiss();
          }}
        />
      )}
      <ContactFields typed={typed} mistakes={mistakes} number={number} onChange={change} />
      {theirs !== null && (
        <ContactConflict
          onTake={() => {
            setBase(theirs);
            setTyped(draftOfContact(theirs));
            setTheirs(null);
          }}
          onKeep={() => {
            setBase(theirs);
            setTheirs(null);
          }}
        />
      )}
      {error !== null && <AlertBox sticky>{error}</AlertBox>}
      <DialogActions>
        <Button
          onClick={() => {
            draft.clear();
            onDone(null);
          }}
        >
          Cancel
        </Button>
        <Button type="submit" look="primary" busy={busy} disabled={theirs !== null}>
          {busy ? 'Saving...' : contact === null ? 'Add Contact' : 'Save Contact'}
        </Button>
      </DialogActions>
    </form>
  );
}

function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}
