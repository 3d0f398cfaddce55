import { describe, expect, test } from 'vitest';
import type { TransportOutcome } from '../../ports/tool-transport.ts';
import { afterTry, lostTry } from './after-try.ts';

const lookUp = { changes: false, honoursKey: false };
const change = { changes: true, honoursKey: false };
const keyed = { changes: true, honoursKey: true };

const answered = (status: number): TransportOutcome => ({
  kind: 'answered',
  ...{ status, body: '{}', variables: {} },
});
const refused: TransportOutcome = { kind: 'refused', why: 'Not allowed.' };
const notSent: TransportOutcome = { kind: 'not_sent', why: 'No connection.' };
const lost: TransportOutcome = { kind: 'lost', why: 'No answer.' };

/** What follows the first and the second try. */
const table: readonly [string, typeof lookUp, TransportOutcome, string, string][] = [
  ['a look-up answered', lookUp, answered(200), 'done', 'done'],
  ['a change answered', change, answered(201), 'done', 'done'],
  ['a change with key answered', keyed, answered(204), 'done', 'done'],

  ['a look-up refused', lookUp, refused, 'refused', 'refused'],
  ['a change refused', change, refused, 'refused', 'refused'],
  ['a change with key refused', keyed, refused, 'refused', 'refused'],

  ['a look-up not sent', lookUp, notSent, 'repeat', 'failed'],
  ['a change not sent', change, notSent, 'failed', 'failed'],
  ['a change with key not sent', keyed, notSent, 'repeat', 'failed'],

  ['a look-up lost', lookUp, lost, 'repeat', 'timed_out'],
  ['a change lost', change, lost, 'unknown', 'unknown'],
  ['a change with key lost', keyed, lost, 'repeat', 'unknown'],

  ['a look-up the other side failed at', lookUp, answered(500), 'repeat', 'failed'],
  ['a change the other side failed at', change, answered(500), 'unknown', 'unknown'],
  ['a change with key the other side failed at', keyed, answered(503), 'repeat', 'unknown'],

  ['a look-up too many', lookUp, answered(429), 'repeat', 'failed'],
  ['a change too many', change, answered(429), 'failed', 'failed'],
  ['a change with key too many', keyed, answered(429), 'repeat', 'failed'],
  ['a change sent too slowly', change, answered(408), 'failed', 'failed'],

  ['a look-up declined', lookUp, answered(404), 'failed', 'failed'],
  ['a change declined', change, answered(422), 'failed', 'failed'],
  ['a conflict of a change with key', keyed, answered(409), 'failed', 'failed'],

  ['a look-up redirected', lookUp, answered(302), 'failed', 'failed'],
  ['a change that may have been done, and is redirected', change, answered(303), 'unknown', 'unknown'],
  ['the same with key', keyed, answered(302), 'unknown', 'unknown'],
  ['a change that has moved', change, answered(308), 'failed', 'failed'],
];

const verdict = (after: ReturnType<typeof afterTry>) => (after.kind === 'repeat' ? 'repeat' : after.state);

describe('VS46: what follows a try', () => {
  test.each(table)('%s', (_what, rules, outcome, first, second) => {
    expect(verdict(afterTry(rules, [outcome]))).toBe(first);
    expect(verdict(afterTry(rules, [outcome, outcome]))).toBe(second);
  });

  test('forbids a third try, and a second one of what does not honour keys', () => {
    for (const [, rules, outcome] of table) {
      for (const tries of [2, 3, 4]) expect(afterTry(rules, Array(tries).fill(outcome)).kind).toBe('end');
      if (rules.changes && !rules.honoursKey) expect(afterTry(rules, [outcome]).kind).toBe('end');
    }
  });

  test('what nobody knows of a change is never called failed or done', () => {
    for (const rules of [change, keyed]) {
      for (const outcome of [lost, answered(500), answered(502), answered(504)]) {
        expect(afterTry(rules, [outcome, outcome])).toEqual({ kind: 'end', state: 'unknown' });
      }
    }
  });

  test.each([
    ['done', answered(201), 'done'],
    ['declined, which the key makes the answer to both', answered(409), 'failed'],
    ['refused here', refused, 'unknown'],
    ['not sent', notSent, 'unknown'],
    ['too many', answered(429), 'unknown'],
    ['failed at', answered(500), 'unknown'],
    ['lost too', lost, 'unknown'],
  ])('a change that was lost, and whose repetition was %s', (_what, second, state) => {
    expect(verdict(afterTry(keyed, [lost, second]))).toBe(state);
    expect(verdict(afterTry(keyed, [answered(503), second]))).toBe(state);
  });
});

describe('VS47: what follows the loss of its server', () => {
  test.each([
    ['a change', change, 'unknown', 'unknown'],
    ['a change with key', keyed, 'repeat', 'unknown'],
  ])('%s', (_what, rules, first, second) => {
    expect(verdict(afterTry(rules, [lostTry]))).toBe(first);
    expect(verdict(afterTry(rules, [lostTry, lostTry]))).toBe(second);
  });

  test('forbids to call it done or failed without an answer', () => {
    for (const rules of [change, keyed])
      for (const second of [lost, notSent, refused])
        expect(verdict(afterTry(rules, [lostTry, second]))).toBe('unknown');
  });
});
