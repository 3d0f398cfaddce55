import type { Contact, ContactBody, ContactImport, ImportRowError } from '@parley/contract';

export const contactIdOf = (n: number) => `019a8b5e-6c00-7000-b000-${String(n).padStart(12, '0')}`;
export const importIdOf = (n: number) => `019a8b5e-6c00-7000-a100-${String(n).padStart(12, '0')}`;

export function contactOf(n: number, more: Partial<Contact> = {}): Contact {
  return {
    id: contactIdOf(n),
    number: `+1500555${String(1000 + n).slice(-4)}`,
    name: `Person ${n}`,
    language: null,
    timeZone: null,
    consent: [],
    notes: '',
    agentNotes: '',
    source: 'hand',
    revision: 1,
    createdAt: '2026-10-13T09:00:00.000Z',
    changedAt: '2026-10-13T09:00:00.000Z',
    ...more,
  };
}

export function importOf(n: number, more: Partial<ContactImport> = {}): ContactImport {
  return {
    id: importIdOf(n),
    state: 'done',
    fileName: 'patients.csv',
    parts: 1,
    rows: 4,
    rowsRead: 4,
    added: 2,
    present: 1,
    refused: 1,
    errorCounts: { not_a_number: 1 },
    startedBy: { displayName: 'Ines Marchetti' },
    createdAt: '2026-10-13T10:00:00.000Z',
    finishedAt: '2026-10-13T10:00:02.000Z',
    ...more,
  };
}

/** The contacts of the fake server, by name. */
export class ContactsDesk {
  contacts: Contact[] = [];
  imports: ContactImport[] = [];
  importErrors: ImportRowError[] = [];
  /** The parts of the file that was sent last. */
  parts: string[] = [];
  /** Numbers on the do-not-call list. */
  doNotCall: string[] = [];
  #last = 900;

  find(id: string): Contact | undefined {
    return this.contacts.find((contact) => contact.id === id);
  }

  of(number: string): Contact[] {
    return this.contacts.filter((contact) => contact.number === number);
  }

  add(body: ContactBody): Contact {
    this.#last += 1;
    return this.put(contactOf(this.#last, body));
  }

  put(contact: Contact): Contact {
    const others = this.contacts.filter(({ id }) => id !== contact.id);
    this.contacts = [...others, contact].toSorted((one, other) => one.name.localeCompare(other.name));
    return contact;
  }

  remove(id: string): void {
    this.contacts = this.contacts.filter((contact) => contact.id !== id);
  }
}
