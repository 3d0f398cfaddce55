import {
  type Campaign,
  type ListedCampaign,
  type Recipient,
  type RecipientCount,
  type RowReason,
  rowRefusals,
  startingPolicy,
} from '@parley/contract';
import { templateIdOf } from './data.ts';

export const campaignIdOf = (n: number) => `019a8b5e-6c00-7000-a700-${String(n).padStart(12, '0')}`;

export function campaignOf(n: number, more: Partial<Campaign> = {}): Campaign {
  return {
    id: campaignIdOf(n),
    name: `Campaign ${n}`,
    purpose: 'reminder',
    agentId: 'gs-dental',
    templateId: templateIdOf(1),
    prompt: 'Remind <Patient Name> of the appointment on <Day>.',
    defaults: { 'Patient Name': '', Day: 'Tuesday' },
    policy: startingPolicy,
    file: null,
    ...{ rows: 0, revision: 1, state: 'draft', side: null, agentVersion: null, ground: false },
    ...{ startAt: null, startedAt: null, endedAt: null, pause: null, parentId: null },
    createdBy: { displayName: 'Ines Marchetti' },
    createdAt: '2026-10-13T09:00:00.000Z',
    changedAt: '2026-10-13T09:00:00.000Z',
    ...more,
  };
}

export function recipientOf(row: number, more: Partial<Recipient> = {}): Recipient {
  const number = `+1202555${String(1000 + row).slice(-4)}`;
  return {
    ...{ row, state: 'pending', reason: null, detail: '', number, name: `Person ${row}` },
    ...{ zones: ['America/New_York'], zoneSource: 'number', consent: [], externalId: '', notes: '' },
    cells: [`Person ${row}`, number, 'Monday'],
    ...{ attempts: 0, nextAt: null, waits: null, result: null, callId: null },
    ...more,
  };
}

/** A row with something wrong, as the server would say it. */
export function wrongRow(row: number, reason: RowReason, more: Partial<Recipient> = {}): Recipient {
  return recipientOf(row, { state: reason in rowRefusals ? 'refused' : 'to_fix', reason, ...more });
}

const columns = {
  ...{ number: 1, name: 0, lastName: null, timeZone: null, consent: null, externalId: null, notes: null },
};

export const exampleFile: NonNullable<Campaign['file']> = {
  file: 1,
  fileName: 'recall.csv',
  header: ['Name', 'Phone', 'Day'],
  columns,
  placeholders: { 'Patient Name': 0, Day: 2 },
  country: 'US',
  rowsInFile: null,
};

/** What Campaigns shows. */
export class CampaignsDesk {
  campaigns: Campaign[] = [];
  rows = new Map<string, Recipient[]>();
  /** Other campaigns that have the file that is sent next. */
  sameFile: { id: string; name: string; createdAt: string }[] = [];
  progress: ListedCampaign['progress'] = { people: 40, finished: 12 };
  #last = 100;

  find(id: string): Campaign | undefined {
    return this.campaigns.find((campaign) => campaign.id === id);
  }

  put(campaign: Campaign): Campaign {
    const others = this.campaigns.filter(({ id }) => id !== campaign.id);
    this.campaigns = [campaign, ...others].toSorted((one, other) => (one.id < other.id ? 1 : -1));
    return campaign;
  }

  add(more: Partial<Campaign>): Campaign {
    this.#last += 1;
    return this.put(campaignOf(this.#last, more));
  }

  remove(id: string): void {
    this.campaigns = this.campaigns.filter((campaign) => campaign.id !== id);
    this.rows.delete(id);
  }

  /** A draft whose file was sent. */
  withRows(n: number, rows: readonly Recipient[], more: Partial<Campaign> = {}): Campaign {
    const campaign = this.put(campaignOf(n, { file: exampleFile, rows: rows.length, ...more }));
    this.rows.set(campaign.id, [...rows]);
    return campaign;
  }

  counts(id: string): RecipientCount[] {
    const counts = new Map<string, RecipientCount>();
    for (const { state, reason } of this.rows.get(id) ?? []) {
      const key = `${state} ${reason}`;
      counts.set(key, { state, reason, count: (counts.get(key)?.count ?? 0) + 1 });
    }
    return [...counts.values()];
  }
}
