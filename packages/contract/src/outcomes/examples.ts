import type { RouteExample } from '../route-example.ts';
import type { CallOutcome, ShownOutcome } from './outcome.ts';
import type { OutcomeField } from './outcome-field.ts';
import type { outcomeRoutes } from './routes.ts';

const at = '2026-10-13T10:02:00.000Z';

export const exampleFields: OutcomeField[] = [
  {
    id: 'confirmed',
    label: 'Confirmed',
    type: 'yes_no',
    description: 'Yes when the patient comes at the time that was said.',
    choices: [],
    required: true,
  },
  { id: 'other-day', label: 'Other day', type: 'date', description: '', choices: [], required: false },
];

const outcome: CallOutcome = {
  version: 1,
  run: 0,
  by: 'rules',
  zone: 'America/New_York',
  result: 'reached',
  sentence: 'The patient confirmed Tuesday at 10.',
  fields: exampleFields,
  values: [
    {
      field: 'confirmed',
      value: true,
      proof: { kind: 'entry', entry: 1, quote: 'Yes, I will be there.', question: null },
    },
  ],
};

export const exampleOutcome: ShownOutcome = {
  state: 'ready',
  outcome,
  corrections: [],
  fieldsChanged: false,
};

const corrected: ShownOutcome = {
  ...exampleOutcome,
  corrections: [
    { field: 'other-day', value: '2026-10-20', revision: 1, by: { displayName: 'Ines Marchetti' }, at },
  ],
};

/** Of the routes of `outcomes/routes.ts`. */
export const outcomeExamples: Readonly<Record<keyof typeof outcomeRoutes, RouteExample>> = {
  correctOutcome: { body: { revision: 0, value: '2026-10-20' }, response: corrected },
  withdrawCorrection: { query: 'revision=1', response: exampleOutcome },
  runOutcome: { response: { ...exampleOutcome, state: 'pending' } },
};
