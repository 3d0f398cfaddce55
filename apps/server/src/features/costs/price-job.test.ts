import { expect, test } from 'vitest';
import { ManualClock } from '../../../testing/manual-clock.ts';
import type { PriceQuestion } from '../../ports/call-costs.ts';
import type { Carrier } from '../../ports/carrier.ts';
import { createPriceJob } from './price-job.ts';

const log = { debug() {}, info() {}, warn() {}, error() {} };
const context = { signal: new AbortController().signal, useFallback: false, sentAt: new Date(0) };
const minute = 60_000;

async function run(price: Awaited<ReturnType<Carrier['price']>> | null, asked = 0, ageMs = minute) {
  const clock = new ManualClock();
  const steps: string[] = [];
  const question: PriceQuestion = {
    ...{ carrier: 'lab', carrierAccount: 'AC1', carrierSid: 'CA1', asked },
    endedAt: new Date(clock.time() - ageMs),
  };
  const after = (at: Date | null) => (at === null ? 'never' : (at.getTime() - clock.time()) / minute);
  const job = createPriceJob({
    costs: {
      question: async () => question,
      postpone: async (_call, _question, at) => void steps.push(`asked, again after ${after(at)}`),
      leaveToOthers: async (_call, _question, at) => void steps.push(`left, for ${after(at)}`),
    },
    settle: async (_call, told) => void steps.push(`settled ${told?.micros}`),
    carrierOf: () => price && { price: async () => price },
    clock,
    log,
  });
  await job({ tenantId: 'one', callId: '1' }, context);
  return steps;
}

test('CO3: a price that is known is settled; without one the carrier is asked again later', async () => {
  expect(await run({ kind: 'known', micros: 7, currency: 'USD' })).toEqual(['settled 7']);
  expect(await run({ kind: 'unavailable', detail: 'HTTP 503' })).toEqual(['asked, again after 2']);
  expect(await run({ kind: 'unavailable', detail: 'HTTP 503' }, 7)).toEqual(['asked, again after never']);
  expect(await run({ kind: 'missing' })).toEqual(['asked, again after never']);
});

test('CO3: a server without the account uses up no question of those that have it', async () => {
  expect(await run(null)).toEqual(['left, for 1']);
  // Perhaps no server has it: thousands of calls must not be looked at every minute.
  expect(await run(null, 7, 600 * minute)).toEqual(['left, for 300']);
});

test('CO3: when nobody has had the account for as long as all questions take, there are no more', async () => {
  expect(await run(null, 7, 1_463 * minute)).toEqual(['asked, again after never']);
});
