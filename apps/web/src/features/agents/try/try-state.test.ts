import type { TryEvent } from '@parley/contract';
import { expect, test } from 'vitest';
import { applyTryEvent, emptyTry } from './try-state.ts';

const at = '2026-11-16T09:00:00.000Z';
const said = (number: number, ordinal: number, text: string, final = true): TryEvent => ({
  number,
  at,
  type: 'said',
  ordinal,
  speaker: 'agent',
  text,
  interrupted: false,
  final,
});
const tool = (number: number, status: 'running' | 'done'): TryEvent => ({
  number,
  at,
  type: 'tool',
  callId: 'c1',
  name: 'look_up',
  input: {},
  status,
  detail: '',
  ms: 3,
  simulated: false,
});
const play = (...events: TryEvent[]) => events.reduce(applyTryEvent, emptyTry);
const texts = (...events: TryEvent[]) =>
  play(...events).items.map((item) => (item.type === 'said' ? item.text : item.type));

test('what is said grows in its place', () => {
  expect(texts(said(1, 0, 'Hel', false), tool(2, 'running'), said(3, 0, 'Hello.'))).toEqual([
    'Hello.',
    'tool',
  ]);
});

test('the result of a tool takes the place of the call', () => {
  const { items } = play(tool(1, 'running'), said(2, 0, 'Hello.'), tool(3, 'done'));
  expect(items.map((item) => (item.type === 'tool' ? item.status : item.type))).toEqual(['done', 'said']);
});

test('what nobody heard is taken out', () => {
  expect(
    texts(said(1, 0, 'Hello.'), said(2, 1, 'And'), { number: 3, at, type: 'unsaid', ordinal: 1 }),
  ).toEqual(['Hello.']);
});

test('events that are sent again after an interrupted stream change nothing', () => {
  expect(texts(said(1, 0, 'Hel', false), said(2, 0, 'Hello.'), said(1, 0, 'Hel', false))).toEqual(['Hello.']);
});
