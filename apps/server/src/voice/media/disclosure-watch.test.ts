import { disclosureAnswer } from '@parley/contract';
import { expect, test } from 'vitest';
import type { SessionState } from '../session/state.ts';
import { DisclosureWatch } from './disclosure-watch.ts';

const entry = (ordinal: number, kind: 'said' | 'agent', text: string) => ({
  ordinal,
  entry: kind === 'said' ? { kind, text } : { kind, text, interrupted: false },
});
const state = (history: readonly object[], agent = 'idle', phase = 'live') =>
  ({ phase: { kind: phase }, agent: { kind: agent }, history }) as unknown as SessionState;
const heard = (text: string) => ({ type: 'engine.userText', itemId: 'u', text }) as const;
const question = entry(1, 'said', 'Are you a real person?');

test('SP6: a speech engine that does not tell is followed by the sentence, once', () => {
  const watch = new DisclosureWatch('en-US');
  const answered = state([entry(2, 'agent', 'I am Ava.'), question]);
  expect(watch.due(answered)).toBeNull();
  watch.hear(heard('Are you a real person?'));
  expect(watch.due(state([question]))).toBeNull();
  expect(watch.due(state([question, entry(2, 'agent', 'I am')], 'speaking'))).toBeNull();
  expect(watch.due(answered)).toBe(disclosureAnswer('en-US'));
  expect(watch.due(answered)).toBeNull();
});

test.each([
  ['it told', 'live', 'I am an AI assistant.'],
  ['the call ends', 'ending', 'Goodbye.'],
])('nothing is added where %s', (_why, phase, answer) => {
  const watch = new DisclosureWatch('en-US');
  watch.hear(heard('Are you a real person?'));
  expect(watch.due(state([question, entry(2, 'agent', answer)], 'idle', phase))).toBeNull();
});
