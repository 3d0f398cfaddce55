import { expect, test } from 'vitest';
import { createSseParser } from './sse-parser.ts';

function parsed(...pieces: string[]): string[] {
  const found: string[] = [];
  const take = createSseParser((data) => found.push(data));
  for (const piece of pieces) take(piece);
  return found;
}

test.each<[string, string[], string[]]>([
  ['an event with its name', ['event: x\ndata: {"a":1}\n\n'], ['{"a":1}']],
  ['comments, which keep the line open', [': open\n\n: still here\n\ndata: 1\n\n'], ['1']],
  ['data over several lines', ['data: one\ndata: two\n\n'], ['one\ntwo']],
  ['data without the space', ['data:1\n\n'], ['1']],
  ['other line endings', ['data: 1\r\n\r\ndata: 2\r\rdata: 3\n\n'], ['1', '2', '3']],
  ['a line ending cut in two', ['data: 1\r', '\n\r', '\ndata: 2\n\n'], ['1', '2']],
  ['nothing of an event without its end', ['data: 1\n'], []],
  ['fields it does not know', ['id: 7\nretry: 10\nnonsense\ndata: 1\n\n'], ['1']],
])('takes %s', (_, pieces, data) => {
  expect(parsed(...pieces)).toEqual(data);
});

test('it does not matter where the pieces are cut', () => {
  const whole = ': open\n\nevent: call.changed\ndata: {"text":"é 😀"}\n\ndata: 2\n\n';
  for (let cut = 0; cut <= whole.length; cut += 1) {
    expect(parsed(whole.slice(0, cut), whole.slice(cut))).toEqual(['{"text":"é 😀"}', '2']);
  }
});
