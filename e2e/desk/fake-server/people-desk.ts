import type { Invitation, People, Person, WaitingPerson } from '@parley/contract';

export const personIdOf = (n: number) => `019a8b5e-6c00-7000-a300-${String(n).padStart(12, '0')}`;
const at = '2026-10-13T10:00:00.000Z';

export function personOf(n: number, name: string, more: Partial<Person> = {}): Person {
  const email = `${name.split(' ')[0]?.toLowerCase()}@example.com`;
  return {
    ...{ id: personIdOf(n), name, email, role: 'operator', storedRole: null },
    ...{ lastSeenAt: at, secondFactor: false },
    ...more,
  };
}

export function invitationOf(n: number, more: Partial<Invitation> = {}): Invitation {
  return {
    ...{ id: personIdOf(n), role: 'viewer', email: 'kit@example.com', createdAt: at, expired: false },
    expiresAt: '2026-10-20T10:00:00.000Z',
    createdBy: { displayName: 'Ines Marchetti' },
    ...more,
  };
}

const waitingOf = (n: number, name: string): WaitingPerson => ({
  ...{ id: personIdOf(n), name, email: `${name.split(' ')[0]?.toLowerCase()}@example.com`, since: at },
});

/** The people of the fake server; `user` is whoever is signed in. */
export class PeopleDesk {
  people: People = {
    managedBy: 'built-in',
    people: [
      personOf(1, 'Ada Weber', { role: 'viewer', secondFactor: true }),
      personOf(0, 'Ines Marchetti', { id: 'user', role: 'admin' }),
      personOf(2, 'Tomas Berg', { storedRole: 'front-desk', lastSeenAt: null }),
    ],
    waiting: [waitingOf(10, 'Jo Reed')],
    invitations: [invitationOf(20), invitationOf(21, { email: null, expired: true, createdBy: null })],
    signUp: { policy: 'open', role: null },
    mailPossible: false,
  };

  invite(body: { role: Invitation['role']; email?: string }): Invitation {
    const made = invitationOf(30, { role: body.role, email: body.email ?? null });
    this.people = { ...this.people, invitations: [made, ...this.people.invitations] };
    return made;
  }

  setRole(id: string, role: Person['role']): void {
    const { people, waiting } = this.people;
    const waits = waiting.find((each) => each.id === id);
    const added = waits === undefined ? [] : [personOf(0, waits.name, { ...waits, role })];
    this.people = {
      ...this.people,
      people: [
        ...people.map((each) => (each.id === id ? { ...each, role, storedRole: null } : each)),
        ...added,
      ],
      waiting: waiting.filter((each) => each !== waits),
    };
  }

  remove(id: string): void {
    const { people, waiting, invitations } = this.people;
    const removed = people.find((each) => each.id === id);
    const waits = removed === undefined ? [] : [{ ...waitingOf(0, removed.name), id }];
    this.people = {
      ...this.people,
      people: people.filter((each) => each !== removed),
      waiting: [...waiting.filter((each) => each.id !== id), ...waits],
      invitations: invitations.filter((each) => each.id !== id),
    };
  }
}
