import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ManualClock } from '../../../testing/manual-clock.ts';
import { ManualCallPriority } from './manual-call-priority.ts';

function harness() {
  const clock = new ManualClock();
  const byHand = new ManualCallPriority(clock);
  const begun: string[] = [];
  const begin = (name: string) => void byHand.giveWay().then(() => begun.push(name));
  const place = () => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const placed = byHand.place(() => promise);
    return { placed, answer: resolve, refuse: () => reject(new Error('refused')) };
  };
  return { clock, begun, begin, place };
}

test('while nobody places a call nothing waits', async () => {
  const { begun, begin, clock } = harness();
  begin('campaign');
  await turn();
  expect(begun).toEqual(['campaign']);
  expect(clock.pendingTimers).toBe(0);
});

test('what nobody waits for begins when the last call by hand is placed or refused', async () => {
  const { begun, begin, place, clock } = harness();
  const [one, other] = [place(), place()];
  begin('campaign');
  begin('outbox');
  one.answer('placed');
  expect(await one.placed).toBe('placed');
  await turn();
  expect(begun).toEqual([]);
  other.refuse();
  await expect(other.placed).rejects.toThrow('refused');
  await turn();
  expect(begun).toEqual(['campaign', 'outbox']);
  expect(clock.pendingTimers).toBe(0);
});

test('a call by hand that takes long holds up nothing for longer than a tenth of a second', async () => {
  const { begun, begin, place, clock } = harness();
  const slow = place();
  begin('campaign');
  clock.advance(99);
  await turn();
  expect(begun).toEqual([]);
  clock.advance(1);
  await turn();
  expect(begun).toEqual(['campaign']);
  begin('outbox');
  await turn();
  expect(begun).toEqual(['campaign', 'outbox']);
  slow.answer('placed');
  await slow.placed;
});

test('calls by hand without a gap hold up nothing for longer than a tenth of a second', async () => {
  const { begun, begin, place, clock } = harness();
  let last = place();
  for (let ms = 0; ms < 100; ms += 20) {
    clock.advance(20);
    const next = place();
    last.answer('placed');
    await last.placed;
    last = next;
  }
  begin('outbox');
  await turn();
  expect(begun).toEqual(['outbox']);
  last.answer('placed');
  await last.placed;
  const first = place();
  begin('campaign');
  await turn();
  expect(begun).toEqual(['outbox']);
  first.answer('placed');
  await first.placed;
});
