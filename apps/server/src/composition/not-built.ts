import type { ContactStore, KnownNames } from '../ports/contacts.ts';
import type { Endpoints } from '../ports/endpoint.ts';

type NotBuilt =
  | 'correctOutcome'
  | 'withdrawCorrection'
  | 'runOutcome'
  | 'listContacts'
  | 'suggestContacts'
  | 'getContactPage'
  | 'createContact'
  | 'changeContact'
  | 'deleteContact'
  | 'exportContacts'
  | 'createContactImport'
  | 'listContactImports'
  | 'putContactImportPart'
  | 'startContactImport'
  | 'getContactImport'
  | 'undoContactImport';

/** Routes of the contract that nothing serves yet. Whoever builds one takes it off the list. */
export function notBuilt(): Pick<Endpoints, NotBuilt> {
  const names: readonly NotBuilt[] = [
    ...(['correctOutcome', 'withdrawCorrection', 'runOutcome'] as const),
    ...(['listContacts', 'suggestContacts', 'getContactPage', 'createContact'] as const),
    ...(['changeContact', 'deleteContact', 'exportContacts', 'createContactImport'] as const),
    ...(['listContactImports', 'putContactImportPart', 'startContactImport'] as const),
    ...(['getContactImport', 'undoContactImport'] as const),
  ];
  const refuse = (name: NotBuilt) => async () => {
    throw new Error(`Nothing serves ${name} yet.`);
  };
  return Object.fromEntries(names.map((name) => [name, refuse(name)])) as never;
}

/** Numbers without names. */
export const namesNotBuilt: KnownNames = { of: async () => new Map() };

export const contactsNotBuilt: Pick<ContactStore, 'ensure'> = {
  ensure: async () => {
    throw new Error('Nothing makes contacts of calls yet.');
  },
};
