import { type Contact, type ContactBody, contactRoutes } from '@parley/contract';
import { toast } from 'sonner';
import { useApi } from '../../../lib/api-context.ts';
import { ApiError, sentenceOf } from '../../../lib/api-error.ts';
import { parseContactConflict } from '../../../lib/parsing/contacts.ts';
import { useMounted } from '../../../lib/use-mounted.ts';
import { useSend } from '../../../lib/use-send.ts';
import { useContactsChanged } from '../use-contacts-changed.ts';

interface SaveHandlers {
  /** It is saved, whether or not the form is still open. */
  onAccepted: () => void;
  onSaved: (number: string) => void;
  onFailed: (sentence: string, code: string | null) => void;
  /** Somebody else has saved it meanwhile. */
  onConflict: (theirs: Contact) => void;
}

interface SaveInput {
  /** Null for a new contact. */
  changed: { id: string; revision: number } | null;
  body: ContactBody;
}

export function useSaveContact({ onAccepted, onSaved, onFailed, onConflict }: SaveHandlers) {
  const api = useApi();
  const mounted = useMounted();
  const changed = useContactsChanged();
  return useSend({
    name: 'save-contact',
    once: true,
    act: ({ changed, body }: SaveInput) =>
      changed === null
        ? api.send(contactRoutes.createContact, { body })
        : api.send(contactRoutes.changeContact, {
            params: { id: changed.id },
            body: { ...body, revision: changed.revision },
          }),
    onDone: async (_, { body }) => {
      onAccepted();
      await changed();
      if (mounted.current) onSaved(body.number);
    },
    onFailed: (error) => {
      const code = error instanceof ApiError ? error.code : null;
      const theirs =
        error instanceof ApiError && code === 'contact_changed'
          ? parseContactConflict(error.details)
          : undefined;
      if (!mounted.current) toast.error('Failed to save the contact.', { description: sentenceOf(error) });
      else if (theirs !== undefined) onConflict(theirs);
      else onFailed(sentenceOf(error), code);
    },
  });
}
