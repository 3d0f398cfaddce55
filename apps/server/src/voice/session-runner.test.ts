import { expect, test } from 'vitest';
import { ManualClock } from '../../testing/manual-clock.ts';
import { plainManners } from './session/manners.ts';
import { defaultLimits, englishPhrases } from './session/settings.ts';
import { type HandledEffect, SessionRunner } from './session-runner.ts';

const settings = {
  speech: 'text',
  opening: 'Hello, this is the AI assistant of Elm Street Dental. How can I help you?',
  canTransfer: false,
  manners: plainManners,
  tools: [],
  firstOrdinal: 0,
  language: 'en-US',
  phrases: englishPhrases,
  limits: defaultLimits,
} as const;
const log = { debug() {}, info() {}, warn() {}, error() {} };

test('checkpoints of calls that began at different times are aligned, none later than its second', () => {
  const clock = new ManualClock();
  const begun = clock.now().getTime();
  const saved: number[] = [];
  const handle = (effect: HandledEffect) => {
    if (effect.type === 'save' && !effect.final) saved.push(clock.now().getTime() - begun);
  };
  for (const _ of [1, 2, 3]) {
    const runner = new SessionRunner({ settings, clock, speed: 1, log, handle });
    runner.send({ type: 'carrier.started' });
    clock.advance(23);
  }
  for (let ms = 0; ms < 1_000; ms += 1) clock.advance(1);
  expect(saved).toHaveLength(3);
  expect(new Set(saved).size).toBe(1);
  expect(saved[0]).toBeLessThanOrEqual(1_000);
});

test('VS7: an interruption that had arrived while the process stood still comes before a timer that is late', () => {
  const clock = new ManualClock();
  const saved: string[] = [];
  const arrived: (() => void)[] = [];
  const runner = new SessionRunner({
    ...{ settings, clock, speed: 1, log },
    afterArrived: (act) => arrived.push(act),
    handle: (effect) => {
      if (effect.type === 'save' && effect.final) saved.push(effect.segment.text);
    },
  });
  runner.send({ type: 'carrier.started' });
  clock.advance(20_000);
  runner.send({ type: 'carrier.interrupt', heard: 'Hello, this is' });
  for (const act of arrived.splice(0)) act();
  expect(saved).toEqual(['Hello, this is']);
});
