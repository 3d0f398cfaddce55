import type { ConsentRules } from '@parley/contract';

/** As long as nobody has ever declared anything. */
export const undeclaredRules: ConsentRules = {
  grounds: { service: null, reminder: null, survey: null },
  ...{ revision: 0, changedAt: null, changedBy: null, registry: null },
};

export const exampleRules: ConsentRules = {
  grounds: { service: 'ordered', reminder: 'customers', survey: null },
  ...{ revision: 2, changedAt: '2026-11-02T10:00:00.000Z', changedBy: { displayName: 'Ines Marchetti' } },
  registry: null,
};
