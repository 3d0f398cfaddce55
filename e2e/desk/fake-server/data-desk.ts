import type { Erasure, Retention } from '@parley/contract';

export function erasureOf(n: number, more: Partial<Erasure> = {}): Erasure {
  return {
    id: `019a8b5e-6c00-7000-a300-${String(n).padStart(12, '0')}`,
    state: 'done',
    problem: null,
    deleted: 42,
    blanked: 3,
    atCarrier: 7,
    leftAtCarrier: 0,
    requestedBy: { displayName: 'Ines Marchetti' },
    requestedAt: '2026-10-13T10:00:00.000Z',
    finishedAt: '2026-10-13T10:00:09.000Z',
    repeated: false,
    ...more,
  };
}

/** What Settings ▸ Data shows. */
export class DataDesk {
  erasures: Erasure[] = [
    erasureOf(1, { state: 'carrier', problem: 'carrier_unavailable', leftAtCarrier: 4, finishedAt: null }),
    erasureOf(2),
  ];
  records = [
    { kind: 'Calls', count: 12 },
    { kind: 'Transcript entries', count: 340 },
    { kind: 'Contacts', count: 1 },
  ];
  retention: Retention = {
    ...{
      days: { transcripts: null, calls: null, audit: null },
      revision: 0,
      changedBy: null,
      changedAt: null,
    },
  };
}
