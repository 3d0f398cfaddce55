import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AudioPart, addAudio, cutsOf, ResponseQueue } from './response-queue.ts';

const part = (itemId: string, ms: number): AudioPart => ({ itemId, contentIndex: 0, ms });

describe('where an answer is cut', () => {
  test.each([
    ['in the middle', [part('a', 1_000)], 400, false, [['a', 400]]],
    ['at a broken millisecond', [part('a', 1_000)], 400.875, false, [['a', 400]]],
    ['nothing heard', [part('a', 1_000)], 0, false, [['a', 0]]],
    ['all heard', [part('a', 1_000)], 1_000, false, []],
    ['told too much', [part('a', 1_000)], 5_000, false, []],
    ['all heard of what is not over', [part('a', 1_000.5)], 5_000, true, [['a', 1_000]]],
    [
      'in the first of two',
      [part('a', 1_000), part('b', 500)],
      300,
      false,
      [
        ['a', 300],
        ['b', 0],
      ],
    ],
    ['in the second of two', [part('a', 1_000), part('b', 500)], 1_200, true, [['b', 200]]],
    ['no sound yet', [], 0, true, []],
  ])('%s', (_what, parts, heard, speaking, expected) => {
    const cuts = cutsOf(parts, heard, speaking);
    expect(cuts.map(({ itemId, audioEndMs }) => [itemId, audioEndMs])).toEqual(expected);
  });

  test('never past the end of a part, and what is left is what was heard', () => {
    const lengths = fc.array(
      fc.integer({ min: 1, max: 40_000 }).map((samples) => samples / 8),
      { maxLength: 5 },
    );
    const heard = fc.double({ min: 0, max: 30_000, noNaN: true });
    fc.assert(
      fc.property(lengths, heard, fc.boolean(), (ms, heardMs, speaking) => {
        const parts = ms.map((length, index) => part(`item-${index}`, length));
        const cuts = cutsOf(parts, heardMs, speaking);
        const left = parts.map((p) => cuts.find((cut) => cut.itemId === p.itemId)?.audioEndMs ?? p.ms);
        for (const [index, end] of left.entries()) expect(end).toBeLessThanOrEqual(ms[index] ?? 0);
        const whole = ms.reduce((sum, length) => sum + length, 0);
        const sum = left.reduce((total, end) => total + end, 0);
        expect(sum).toBeLessThanOrEqual(heardMs + 1e-6);
        expect(sum).toBeGreaterThan(Math.min(heardMs, whole) - 2);
      }),
    );
  });
});

describe('the queue', () => {
  test('one answer at a time, in the order asked', () => {
    const turns = new ResponseQueue();
    const first = turns.add('item-1', 'e1', ['x']);
    turns.add('item-2', 'e2', ['y']);
    expect(turns.next()).toBe(first);
    expect(turns.next()).toBeNull();
    expect(turns.begin('resp_1', 'item-1')).toBe(first);
    expect(turns.next()).toBeNull();
    turns.end(first);
    expect(turns.next()?.id).toBe('item-2');
  });

  test('an answer of the service comes in between', () => {
    const turns = new ResponseQueue();
    const asked = turns.add('item-1', 'e1', ['x']);
    turns.next();
    const own = turns.begin('resp_1', null);
    expect(own.id).toBe('resp_1');
    turns.putBack();
    expect(turns.next()).toBeNull();
    turns.end(own);
    expect(turns.next()).toBe(asked);
  });

  test('without names in the response it counts as the one requested', () => {
    const turns = new ResponseQueue();
    const asked = turns.add('item-1', 'e1', ['x']);
    turns.next();
    expect(turns.begin('resp_1', undefined)).toBe(asked);
  });

  test('audio of one item adds up, another item starts at zero', () => {
    const turn = new ResponseQueue().add('item-1', 'e1', []);
    addAudio(turn, 'a', 0, 20);
    addAudio(turn, 'a', 0, 20);
    addAudio(turn, 'b', 0, 60);
    expect(turn.parts).toEqual([part('a', 40), part('b', 60)]);
  });

  test('old responses are dropped', () => {
    const turns = new ResponseQueue();
    for (let index = 1; index <= 40; index += 1) turns.end(turns.begin(`resp_${index}`, null));
    expect(turns.find('resp_40')).toBeDefined();
    expect(turns.ofResponse('resp_40')).toBeDefined();
    expect(turns.find('resp_1')).toBeUndefined();
    expect(turns.ofResponse('resp_1')).toBeUndefined();
  });
});
