import { limits, normalizePhoneNumber } from '@parley/contract';
import { expect, test } from 'vitest';
import { type ContactDraft, emptyContact } from './contact-draft.ts';
import { mistakesOf } from './contact-mistakes.ts';

const complete: ContactDraft = { ...emptyContact('+49 30 123456'), name: 'Ada Weber' };

test.each<[string, Partial<ContactDraft>, string[]]>([
  ['a complete contact', {}, []],
  ['a name in any script', { name: '山田 太郎' }, []],
  ['a name of blanks', { name: '  ' }, ['name']],
  ['a name that is too long', { name: 'x'.repeat(limits.contactNameMax + 1) }, ['name']],
  ['a name of as many emoji as letters are allowed', { name: '🦷'.repeat(limits.contactNameMax) }, []],
  ['no number', { number: '' }, ['number']],
  ['words for a number', { number: 'the dentist' }, ['number']],
  ['notes that are too long', { notes: 'x'.repeat(limits.contactNotesMax + 1) }, ['notes']],
  [
    'notes for the agent that are too long',
    { agentNotes: 'x'.repeat(limits.contactAgentNotesMax + 1) },
    ['agentNotes'],
  ],
])('%s', (_, more, fields) => {
  expect(Object.keys(mistakesOf({ ...complete, ...more }, normalizePhoneNumber))).toEqual(fields);
});
