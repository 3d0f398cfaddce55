import type { DoNotCallEntry } from '@parley/contract';
import { callIdOf } from './data.ts';

export const entryIdOf = (n: number) => `019a8b5e-6c00-7000-a200-${String(n).padStart(12, '0')}`;

export function numberOf(n: number, more: Partial<DoNotCallEntry> = {}): DoNotCallEntry {
  return {
    id: entryIdOf(n),
    number: `+1500555${String(2000 + n).slice(-4)}`,
    source: 'hand',
    callId: null,
    unconfirmed: false,
    addedBy: { displayName: 'Ines Marchetti' },
    createdAt: '2026-10-13T09:00:00.000Z',
    ...more,
  };
}

/** The do-not-call list of the fake server, the latest first. */
export class DoNotCallDesk {
  entries: DoNotCallEntry[] = [
    numberOf(1, { source: 'call', callId: callIdOf(2), addedBy: null, unconfirmed: true }),
    numberOf(2),
    numberOf(3, { source: 'import' }),
    numberOf(4, { number: null, addedBy: null, source: 'erasure' }),
  ];
  #last = 900;

  add(number: string, source: DoNotCallEntry['source'] = 'hand'): { entry: DoNotCallEntry; added: boolean } {
    const known = this.entries.find((entry) => entry.number === number);
    if (known !== undefined) return { entry: known, added: false };
    this.#last += 1;
    const entry = numberOf(this.#last, { number, source });
    this.entries = [entry, ...this.entries];
    return { entry, added: true };
  }
}
