import { exampleOrganization, noPrices } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import { type CostFacts, costOfCall, expectedCost } from './call-cost.ts';
import { nextQuestion } from './price-questions.ts';

const { prices } = exampleOrganization.settings;
const use = { model: 'gpt-4.1-mini', inputTokens: 2_150, outputTokens: 200, exact: true };
const noAudio = { audioInputTokens: 0, audioOutputTokens: 0 };
const call: CostFacts = {
  ...{ direction: 'outbound', engine: 'relay', sandbox: false, seconds: 61, reported: null },
  ...{ usage: [{ ...use, ...noAudio }], moreUsageComes: false, currency: 'USD', prices, rates: [] },
};
const cost = (changes: Partial<CostFacts>) => costOfCall({ ...call, ...changes });
const usd = (micros: number) => ({ micros, currency: 'USD' });

describe('CO1: what the carrier charges', () => {
  test.each<[string, Partial<CostFacts>, number, string]>([
    ['two minutes have begun after 61 seconds', {}, 2 * 84_000, 'estimate'],
    ['60 seconds are one minute', { seconds: 60 }, 84_000, 'estimate'],
    ['an answered call of no length costs nothing', { seconds: 0 }, 0, 'estimate'],
    ['nobody answered', { seconds: null }, 0, 'none'],
    ['inbound', { direction: 'inbound' }, 2 * 78_500, 'estimate'],
    ['an audio stream', { engine: 'realtime' }, 2 * 18_000, 'estimate'],
    ['no price is entered', { prices: { ...prices, carrier: noPrices.carrier } }, 0, 'none'],
    ['only the price of the line is entered', { prices: line(14_000) }, 28_000, 'estimate'],
    ['the sandbox', { sandbox: true }, 0, 'none'],
    ['the sandbox, whatever it reports', { sandbox: true, reported: usd(14_000) }, 0, 'none'],
    ['the carrier has reported it', { reported: usd(17_000) }, 17_000, 'final'],
    ['it reported that it is free', { reported: usd(0) }, 0, 'final'],
    ['it charged a call that nobody answered', { seconds: null, reported: usd(500) }, 500, 'final'],
    ['it reported another currency', { reported: { micros: 9_000, currency: 'EUR' } }, 168_000, 'estimate'],
    ['with a rate', { reported: { micros: 9_000, currency: 'EUR' }, rates: [rate('EUR')] }, 9_720, 'final'],
  ])('%s', (_, changes, micros, state) => {
    expect(cost(changes).carrier).toEqual({ micros, state });
  });
});

describe('CO4: what the model costs', () => {
  const model = (changes: object) => ({ usage: [{ ...use, ...noAudio, ...changes }] });
  test.each<[string, Partial<CostFacts>, number, string]>([
    ['input and output', {}, 860 + 320, 'final'],
    ['no tokens', { usage: [] }, 0, 'none'],
    ['a model without a price', model({ model: 'another' }), 0, 'none'],
    ['counted from the text', model({ exact: false }), 1_180, 'estimate'],
    ['the summary is still to come', { moreUsageComes: true }, 1_180, 'estimate'],
    [
      'one of two has no price',
      { usage: [...call.usage, ...model({ model: 'x' }).usage] },
      1_180,
      'estimate',
    ],
    ['twice', { usage: [...call.usage, ...call.usage] }, 2_360, 'final'],
    ['audio without a price of its own', model({ audioInputTokens: 1_000 }), 1_180 + 400, 'final'],
    ['audio with one', { ...model({ audioOutputTokens: 500 }), prices: audio(80_000_000) }, 41_180, 'final'],
    [
      'half of a millionth is one',
      model({ inputTokens: 0, outputTokens: 0, audioInputTokens: 2 }),
      1,
      'final',
    ],
  ])('%s', (_, changes, micros, state) => {
    expect(cost(changes).model).toEqual({ micros, state });
  });
});

test('CO8: a call is taken to last three minutes before it has happened', () => {
  expect(expectedCost(prices, { engine: 'relay', sandbox: false })).toBe(3 * 84_000);
  expect(expectedCost(prices, { engine: 'relay', sandbox: true })).toBe(0);
  expect(expectedCost(noPrices, { engine: 'relay', sandbox: false })).toBe(0);
});

test('CO3: the carrier is asked with growing gaps for about a day, and then no more', () => {
  let at = new Date(0);
  const gaps: number[] = [];
  for (let asked = 0; ; asked += 1) {
    const next = nextQuestion(asked, at);
    if (next === null) break;
    gaps.push(next.getTime() - at.getTime());
    at = next;
  }
  expect(gaps).toEqual(gaps.toSorted((one, other) => one - other));
  expect(gaps[0]).toBe(60_000);
  expect(at.getTime() / 3_600_000).toBeCloseTo(24, 0);
});

function line(outboundPerMinute: number) {
  return { ...prices, carrier: { ...noPrices.carrier, outboundPerMinute } };
}
function rate(currency: string) {
  return { currency, micros: 1_080_000 };
}
function audio(audioOutputPerMillion: number) {
  return { ...prices, models: prices.models.map((each) => ({ ...each, audioOutputPerMillion })) };
}
