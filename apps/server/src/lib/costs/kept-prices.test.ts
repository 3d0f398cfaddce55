import type { Prices } from '@parley/contract';
import { expect, test } from 'vitest';
import { pricesFor, pricesToKeep } from './kept-prices.ts';

const tableOf = (minute: number | null, models: Readonly<Record<string, number | null>>): Prices => ({
  carrier: {
    ...{ outboundPerMinute: minute, inboundPerMinute: null, relayPerMinute: null, streamPerMinute: null },
  },
  models: Object.entries(models).map(([model, inputPerMillion]) => ({
    ...{ model, inputPerMillion, outputPerMillion: null },
    ...{ audioInputPerMillion: null, audioOutputPerMillion: null },
  })),
});

test('CO1: another price table does not change the prices of a call that was counted before', () => {
  const kept = pricesToKeep(tableOf(100, { used: 5, other: 7 }), ['used']);
  expect(kept).toEqual({ version: 1, ...tableOf(100, { used: 5 }) });
  expect(pricesFor(kept, tableOf(900, { used: 50, other: 70 }))).toEqual(
    tableOf(100, { used: 5, other: 70 }),
  );
  // Also where the model stands in the table no longer.
  expect(pricesFor(kept, tableOf(null, {}))).toEqual(tableOf(100, { used: 5 }));
});

test('CO1: a price that was not known then is that of today', () => {
  const kept = pricesToKeep(tableOf(null, { used: null }), ['used']);
  expect(pricesFor(kept, tableOf(900, { used: 50 }))).toEqual(tableOf(900, { used: 50 }));
  expect(pricesFor(null, tableOf(900, { used: 50 }))).toEqual(tableOf(900, { used: 50 }));
});
