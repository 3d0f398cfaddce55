import type { ShownOutcome } from '@parley/contract';
import { type ContactsDesk, contactOf } from '../desk/fake-server/contacts-desk.ts';
import { outcomeFieldOf, outcomeOf } from '../desk/fake-server/outcome-responses.ts';

/** Of the call that moves a check-up to Wednesday. */
export function sampleOutcome(): ShownOutcome {
  const fields = [
    outcomeFieldOf('Comes on Tuesday', 'yes_no', { required: true }),
    outcomeFieldOf('New day', 'date'),
    outcomeFieldOf('New time', 'time'),
    outcomeFieldOf('Insurance', 'choice', { choices: ['Delta', 'Aetna'], required: true }),
  ];
  const shown = outcomeOf(fields, {
    result: 'partly',
    sentence: 'The check-up is moved to Wednesday afternoon.',
    values: [
      {
        field: 'comes-on-tuesday',
        value: false,
        proof: { kind: 'entry', entry: 3, quote: 'Tuesday is difficult', question: null },
      },
      {
        field: 'new-day',
        value: '2026-10-14',
        proof: {
          kind: 'entry',
          entry: 6,
          quote: 'Perfect',
          question: { entry: 5, quote: 'Wednesday at half past two is free. Shall I put you down for that?' },
        },
      },
      {
        field: 'new-time',
        value: '14:30',
        proof: { kind: 'entry', entry: 3, quote: 'anything after two would be fine', question: null },
      },
    ],
  });
  const by = { displayName: 'Front Desk' };
  return {
    ...shown,
    corrections: [{ field: 'new-time', value: '15:00', revision: 1, by, at: '2026-10-13T10:58:00.000Z' }],
  };
}

const names = [
  'Ada Weber',
  'Benjamin Ortiz-Fernández',
  'Chloë Dubois',
  'Δήμητρα Παπαδοπούλου',
  'Екатерина Смирнова',
  'أحمد المنصوري',
  'דנה לוי',
  '山田 太郎',
  '김민준',
  'Grace O’Malley',
];

export function sampleContacts(desk: ContactsDesk): void {
  desk.contacts = names.map((name, index) =>
    contactOf(50 - index * 3, {
      name,
      language: index % 3 === 0 ? 'de-DE' : index % 3 === 1 ? 'en-US' : null,
      ...(index === 0
        ? {
            timeZone: 'Europe/Berlin',
            notes: 'Pays by invoice.\nHer daughter drives her.',
            agentNotes: 'Prefers appointments before noon.',
            consent: [
              { purpose: 'reminder', given: true, source: 'written', at: '2026-09-01' },
              { purpose: 'sales', given: false, source: 'spoken', at: '2026-09-14' },
            ],
          }
        : {}),
    }),
  );
  desk.put(contactOf(80, { name: 'Carl Ortiz', number: contactOf(47).number }));
  desk.doNotCall = [contactOf(41).number];
}
