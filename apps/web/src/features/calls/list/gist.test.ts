import { expect, test } from 'vitest';
import { gist } from './gist.ts';

test.each<[string, string | null, string | null, string | null]>([
  ['the first words of the summary, without marks', '## Done\n\n**Yes**, `ok`', 'Ask.', 'Done'],
  ['a list item without its dash', '- one [site](https://example.com)\n- two', null, 'one site'],
  ['no picture', '![alt](https://example.com/x.png)\nSeen.', null, 'Seen.'],
  [
    'the instructions while there is no summary',
    null,
    '\n  Ask about parking.\nThen stop.',
    'Ask about parking.',
  ],
  ['nothing where nothing is known', null, null, null],
  ['nothing of blank words', null, ' \n ', null],
])('shows %s', (_, summary, instructions, line) => {
  expect(gist({ summary, instructions }, null)).toBe(line);
});

test('a summary that only repeats the reason gives way to the instructions', () => {
  const reason = 'A machine answered. No message was left.';
  expect(gist({ summary: `**${reason}**`, instructions: 'Ask.' }, reason)).toBe('Ask.');
});
