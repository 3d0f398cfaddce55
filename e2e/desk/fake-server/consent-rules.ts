import type { ConsentRules } from '@parley/contract';

export const exampleRules: ConsentRules = {
  grounds: { service: 'ordered', reminder: 'customers', survey: null },
  ...{ revision: 2, changedAt: '2026-11-02T10:00:00.000Z', changedBy: { displayName: 'Ines Marchetti' } },
  registry: null,
};
