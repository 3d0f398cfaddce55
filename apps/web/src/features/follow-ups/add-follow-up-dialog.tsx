import { characterCount, followUpRoutes, limits, normalizePhoneNumber } from '@parley/contract';
import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { toast } from 'sonner';
import { useApi } from '../../lib/api-context.ts';
import { ApiError, sentenceOf } from '../../lib/api-error.ts';
import { flatDraft, useClearDraft, useDraft } from '../../lib/drafts.ts';
import { parseFollowUpResult } from '../../lib/parsing/follow-ups.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { randomId } from '../../lib/random-id.ts';
import { useSend } from '../../lib/use-send.ts';
import { AlertBox } from '../../ui/alert-box.tsx';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog.tsx';
import { DraftOffer } from '../../ui/draft-offer.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { inputInstant, inputText } from '../../ui/input-time.ts';
import { TextArea, TextField } from '../../ui/text-field.tsx';

interface AddFollowUpDialogProps {
  open: boolean;
  onClose: () => void;
}

/** Something to do that no call has asked for. */
export function AddFollowUpDialog({ open, onClose }: AddFollowUpDialogProps) {
  const clearDraft = useClearDraft();
  const discard = () => {
    clearDraft(draftName);
    onClose();
  };
  return (
    <FormDialog open={open} title="Add Follow-up" onClose={onClose} onDiscard={discard}>
      {(onDirtyChange) => open && <Form onClose={discard} onDirtyChange={onDirtyChange} />}
    </FormDialog>
  );
}

const draftName = 'follow-up:new';

interface FormProps {
  /** It was sent, or is not wanted: what was typed is forgotten. */
  onClose: () => void;
  onDirtyChange: (dirty: boolean) => void;
}

const inFourHours = () => inputText(Date.now() + 4 * 3_600_000);

function Form({ onClose, onDirtyChange }: FormProps) {
  const api = useApi();
  const client = useQueryClient();
  const [what, setWhat] = useState('');
  const [number, setNumber] = useState('');
  const [due, setDue] = useState(inFourHours);
  const [error, setError] = useState<{ text: string; field: 'what' | 'number' | 'due' | null } | null>(null);
  // Repeated after an attempt without an answer, so that the follow-up is not added twice.
  const key = useRef<string | null>(null);
  const { busy, send } = useSend({
    name: 'add-follow-up',
    once: true,
    act: (body: object) => {
      key.current ??= randomId();
      const headers = { 'Idempotency-Key': key.current };
      return api.send(followUpRoutes.createFollowUp, { body, headers });
    },
    onDone: (answer) => {
      toast.success('Follow-up added');
      if (parseFollowUpResult(answer) !== undefined)
        void client.invalidateQueries({ queryKey: queryKeys.followUps });
      onClose();
    },
    onFailed: (failure) => {
      if (!(failure instanceof ApiError) || failure.status !== 0) key.current = null;
      const isNumber = failure instanceof ApiError && failure.code === 'invalid_phone_number';
      setError({ text: sentenceOf(failure), field: isNumber ? 'number' : null });
    },
  });
  const isEmpty = what.trim() === '' && number.trim() === '';
  const draft = useDraft({
    form: draftName,
    value: isEmpty ? null : { what, number, due },
    parse: flatDraft({ what: '', number: '', due }),
    busy,
    onDirtyChange,
  });

  function restore(): void {
    if (draft.offered === null) return;
    setWhat(draft.offered.what);
    setNumber(draft.offered.number);
    setDue(draft.offered.due);
    draft.dismiss();
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (busy) return;
    const dueAt = inputInstant(due);
    const dialled = normalizePhoneNumber(number);
    if (what.trim() === '') setError({ text: 'Write what is to be done.', field: 'what' });
    else if (characterCount(what) > limits.followUpWhatMax) setError(null);
    else if (number.trim() !== '' && dialled === null)
      setError({ text: 'Enter a phone number in international format, e.g. +1234567890.', field: 'number' });
    else if (dueAt === null) setError({ text: 'Choose a date and time.', field: 'due' });
    else send({ what: what.trim(), dueAt, ...(dialled === null ? {} : { number: dialled }) });
  }
  const errorOf = (field: string) => (error?.field === field ? error.text : null);
  function typed(set: (text: string) => void): (event: { target: { value: string } }) => void {
    return (event) => {
      set(event.target.value);
      setError(null);
    };
  }

  return (
    <form noValidate onSubmit={submit} className="grid gap-4">
      {draft.offered !== null && <DraftOffer onRestore={restore} />}
      <TextArea
        label="What is to be done *"
        rows={2}
        value={what}
        error={errorOf('what')}
        count={{ length: characterCount(what), max: limits.followUpWhatMax }}
        onChange={typed(setWhat)}
      />
      <TextField
        label="Phone Number"
        type="tel"
        autoComplete="off"
        placeholder="+1234567890"
        hint="Whom it is about, if it is about somebody."
        value={number}
        error={errorOf('number')}
        onChange={typed(setNumber)}
      />
      <TextField
        label="Due"
        type="datetime-local"
        value={due}
        error={errorOf('due')}
        onChange={typed(setDue)}
      />
      {error !== null && error.field === null && <AlertBox title="Not added">{error.text}</AlertBox>}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look="primary" busy={busy}>
          {busy ? 'Adding...' : 'Add Follow-up'}
        </Button>
      </DialogActions>
    </form>
  );
}
