import { expect, test } from 'vitest';
import { summaryLine } from './summary-line.ts';

test.each<[string, string | null, string | null, string | null]>([
  ['the first line of the summary, without markup', '## Done\n\n**Yes**, `ok`', 'Ask.', 'Done'],
  ['a list item without its dash', '- one [site](https://example.com)\n- two', null, 'one site'],
  ['no image', '![alt](https://example.com/x.png)\nSeen.', null, 'Seen.'],
  [
    'the instructions while there is no summary',
    null,
    '\n  Ask about parking.\nThen stop.',
    'Ask about parking.',
  ],
  ['nothing without a summary and instructions', null, null, null],
  ['nothing of blank instructions', null, ' \n ', null],
])('shows %s', (_, summary, instructions, line) => {
  expect(summaryLine({ summary, instructions }, null)).toBe(line);
});

test('instructions are shown instead of a summary that only repeats the reason', () => {
  const reason = 'A machine answered. No message was left.';
  expect(summaryLine({ summary: `**${reason}**`, instructions: 'Ask.' }, reason)).toBe('Ask.');
});
