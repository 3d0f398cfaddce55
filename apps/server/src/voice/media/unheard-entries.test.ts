import { expect, test } from 'vitest';
import { unheardEntries } from './unheard-entries.ts';

const agent = { kind: 'agent', text: 'Press one.', interrupted: false } as const;
const said = { kind: 'said', text: 'What?' } as const;
const pressed = { kind: 'pressed', digits: '1' } as const;
const silence = { kind: 'silence' } as const;

test.each([
  ['nothing', [], []],
  ['only what was heard', [agent, said], []],
  ['a key after the words', [agent, pressed], [pressed]],
  ['keys before the words are known', [agent, pressed, said], []],
  ['a key and a silence', [agent, said, pressed, silence], [pressed, silence]],
])('%s', (_what, history, expected) => {
  expect(unheardEntries(history)).toEqual(expected);
});
