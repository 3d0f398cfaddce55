import { expect, test } from 'vitest';
import { calls } from './calls-table.ts';

const { answeredBy } = calls;

test.each([
  ['human', 'human'],
  ['machine', 'machine_start'],
  ['machine_beep', 'machine_end_beep'],
  ['machine_silence', 'machine_end_silence'],
  ['machine_other', 'machine_end_other'],
  ['fax', 'fax'],
  ['unknown', 'unknown'],
] as const)('"%s" is stored as "%s", as servers of earlier releases store and read it', (answer, stored) => {
  expect(answeredBy.mapToDriverValue(answer)).toBe(stored);
  expect(answeredBy.mapFromDriverValue(stored)).toBe(answer);
});

test('another word that an earlier release has stored is unknown', () => {
  expect(answeredBy.mapFromDriverValue('a word')).toBe('unknown');
});
