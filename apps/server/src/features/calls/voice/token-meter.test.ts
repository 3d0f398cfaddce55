import { expect, test } from 'vitest';
import { collect, exampleRequest } from '../../../../testing/language-model-contract.ts';
import { ManualClock } from '../../../../testing/manual-clock.ts';
import type { TokenUse } from '../../../ports/call-costs.ts';
import type { LanguageModel } from '../../../ports/language-model.ts';
import { TokenMeter } from './token-meter.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };

function harness(failures = 0) {
  let left = failures;
  const clock = new ManualClock();
  const stored: [string, string, TokenUse, boolean][] = [];
  const meter = new TokenMeter({
    session: { tenantId: 'one', callId: 'call', session: 2 },
    tokens: {
      async set(_, source, model, use, over) {
        left -= 1;
        if (left >= 0) throw new Error('The database is away.');
        stored.push([source, model, use, over]);
      },
    },
    ...{ clock, log },
  });
  return { clock, stored, meter };
}

const telling = (tokens: { inputTokens: number; outputTokens: number } | null): LanguageModel => ({
  name: 'small',
  async *reply({ onTokens }) {
    yield { type: 'text', text: 'Good day.' };
    if (tokens) onTokens?.({ model: 'small', ...tokens });
  },
});
const noAudio = { audioInputTokens: 0, audioOutputTokens: 0 };

test('CO4: what providers tell is added up and is exact at the end of the session', async () => {
  const { clock, stored, meter } = harness();
  const model = meter.around(telling({ inputTokens: 100, outputTokens: 7 }));
  await collect(model, exampleRequest(['Hello.']));
  clock.advance(15_000);
  const first = { requests: 1, inputTokens: 100, outputTokens: 7, ...noAudio };
  expect(stored).toEqual([['session/2', 'small', { ...first, exact: false }, false]]);
  await collect(model, exampleRequest(['Hello.']));
  meter.reportTokens({
    model: 'loud',
    inputTokens: 1,
    outputTokens: 2,
    audioInputTokens: 3,
    audioOutputTokens: 4,
  });
  await meter.settled();
  expect(stored.slice(1)).toEqual([
    [
      'session/2',
      'small',
      { requests: 2, inputTokens: 200, outputTokens: 14, ...noAudio, exact: true },
      true,
    ],
    [
      'session/2',
      'loud',
      {
        requests: 1,
        inputTokens: 1,
        outputTokens: 2,
        audioInputTokens: 3,
        audioOutputTokens: 4,
        exact: true,
      },
      true,
    ],
  ]);
  expect(clock.pendingTimers).toBe(0);
});

test('CO4: a reply whose provider tells nothing is counted from the text, and marked', async () => {
  const { stored, meter } = harness();
  await collect(meter.around(telling(null)), exampleRequest(['Hello.']));
  await meter.settled();
  expect(stored).toHaveLength(1);
  expect(stored[0]?.[2]).toMatchObject({ requests: 1, outputTokens: 50, exact: false });
  expect(stored[0]?.[2].inputTokens).toBeGreaterThan(10);
});

test('CO4: what a provider tells after the end of the session is exact, and is priced', async () => {
  const { clock, stored, meter } = harness();
  await meter.settled();
  meter.reportTokens({ model: 'small', inputTokens: 100, outputTokens: 7 });
  clock.advance(15_000);
  const use = { requests: 1, inputTokens: 100, outputTokens: 7, ...noAudio, exact: true };
  expect(stored).toEqual([['session/2', 'small', use, true]]);
});

test('CO4: a program of our own has no tokens', async () => {
  const { stored, meter, clock } = harness();
  const free = { ...telling(null), free: true };
  expect(meter.around(free)).toBe(free);
  await collect(meter.around(free), exampleRequest(['Hello.']));
  await meter.settled();
  expect(stored).toEqual([]);
  expect(clock.pendingTimers).toBe(0);
});

test('CO4: what is told after the end and cannot be stored is stored once the database is back', async () => {
  const { clock, stored, meter } = harness(2);
  await meter.settled();
  meter.reportTokens({ model: 'small', inputTokens: 100, outputTokens: 7 });
  for (let time = 0; time < 3; time += 1) {
    expect(stored).toEqual([]);
    clock.advance(15_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const use = { requests: 1, inputTokens: 100, outputTokens: 7, ...noAudio, exact: true };
  expect(stored).toEqual([['session/2', 'small', use, true]]);
  expect(clock.pendingTimers).toBe(0);
});
