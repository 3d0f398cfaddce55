import { type Contact, contactRoutes } from '@parley/contract';
import { toast } from 'sonner';
import { useApi } from '../../../lib/api-context.ts';
import { sentenceOf } from '../../../lib/api-error.ts';
import { useMay } from '../../../lib/permissions.ts';
import { undoMs } from '../../../lib/undo.ts';
import { useSend } from '../../../lib/use-send.ts';
import { bodyOf, draftOfContact } from '../form/contact-draft.ts';
import { useContactsChanged } from '../use-contacts-changed.ts';

/** Deletes a contact, with an Undo in the toast: it is then made again, with everything that it said. */
export function useDeleteContact() {
  const api = useApi();
  const may = useMay();
  const changed = useContactsChanged();
  const restore = useSend({
    name: 'restore-contact',
    lock: ({ id }) => `restore-contact:${id}`,
    act: (contact: Contact) =>
      api.send(contactRoutes.createContact, { body: bodyOf(draftOfContact(contact), contact.number) }),
    onDone: async () => {
      toast.success('Contact restored');
      await changed();
    },
    onFailed: (error) => toast.error('Failed to restore the contact.', { description: sentenceOf(error) }),
  });
  return useSend({
    name: 'delete-contact',
    act: ({ id }: Contact) => api.send(contactRoutes.deleteContact, { params: { id } }),
    onDone: async (_, contact) => {
      toast.success(
        'Contact deleted',
        may(contactRoutes.createContact.permission)
          ? { duration: undoMs, action: { label: 'Undo', onClick: () => restore.send(contact) } }
          : {},
      );
      await changed();
    },
    onFailed: (error) => toast.error('Failed to delete the contact.', { description: sentenceOf(error) }),
  });
}
