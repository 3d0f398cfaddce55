import type { FollowUp, FollowUpChange, FollowUpCounts } from '@parley/contract';

export const followUpIdOf = (n: number) => `019a8b5e-6c00-7000-b000-${String(n).padStart(12, '0')}`;

const minuteMs = 60_000;
export const inMinutes = (minutes: number) => new Date(Date.now() + minutes * minuteMs).toISOString();

/** An open follow-up that is due in as many minutes as its number says. */
export function followUpOf(n: number, more: Partial<FollowUp> = {}): FollowUp {
  return {
    id: followUpIdOf(n),
    reason: 'callback',
    state: 'open',
    urgent: false,
    urgentWhy: null,
    number: `+1500555${String(1000 + n).slice(-4)}`,
    contact: null,
    callId: null,
    entry: null,
    what: `Wants to be called back about visit ${n}.`,
    note: '',
    dueAt: inMinutes(n),
    snoozedUntil: null,
    owner: null,
    closed: null,
    lastCall: null,
    sandbox: false,
    revision: 1,
    createdAt: inMinutes(-5),
    changedAt: inMinutes(-5),
    ...more,
  };
}

/** The follow-ups of the organization, and what people do to them. */
export class FollowUpDesk {
  followUps: FollowUp[] = [];
  people = [
    { id: 'user', displayName: 'Ines Marchetti' },
    { id: 'user-2', displayName: 'Ben Ito' },
  ];
  mailUrgent = false;
  mailPossible = false;

  get counts(): FollowUpCounts {
    const open = this.followUps.filter(({ state }) => state === 'open');
    return {
      open: open.length,
      urgent: open.filter(({ urgent }) => urgent).length,
      mine: open.filter(({ owner }) => owner?.id === 'user').length,
      snoozed: this.followUps.filter(({ state }) => state === 'snoozed').length,
    };
  }

  find(id: string): FollowUp | undefined {
    return this.followUps.find((each) => each.id === id);
  }

  put(followUp: FollowUp): FollowUp {
    this.followUps = [...this.followUps.filter(({ id }) => id !== followUp.id), followUp];
    return followUp;
  }

  change(followUp: FollowUp, change: FollowUpChange, by = 'Ines Marchetti'): FollowUp {
    return this.put({ ...this.#changed(followUp, change, by), revision: followUp.revision + 1 });
  }

  #changed(followUp: FollowUp, change: FollowUpChange, by: string): FollowUp {
    const opened = { state: 'open', snoozedUntil: null, closed: null } as const;
    switch (change.kind) {
      case 'done': {
        const closed = { by: { displayName: by }, how: 'person', at: new Date().toISOString() } as const;
        return { ...followUp, ...opened, state: 'done', closed };
      }
      case 'reopen':
        return { ...followUp, ...opened };
      case 'snooze':
        return { ...followUp, ...opened, state: 'snoozed', snoozedUntil: change.until };
      case 'assign':
        return { ...followUp, owner: this.people.find(({ id }) => id === change.owner) ?? null };
      case 'note':
        return { ...followUp, note: change.note };
      case 'due':
        return { ...followUp, dueAt: change.dueAt };
    }
  }

  /** A call was placed from it; null where there is no such follow-up. */
  calledBack(id: string | undefined, callId: string): FollowUp | null {
    const known = this.find(id ?? '');
    if (known === undefined) return null;
    return this.put({ ...known, lastCall: { callId, live: true, by: { displayName: 'Ines Marchetti' } } });
  }
}
