import type { Prices } from '@parley/contract';

/** The prices by which a call was counted, of the models that it used. A changed shape gets the next version. */
export interface KeptPrices extends Prices {
  readonly version: 1;
}

/** A call keeps the prices by which it was first counted. What was not known then has today's price. */
export function pricesFor(kept: KeptPrices | null, today: Prices): Prices {
  if (kept === null) return today;
  const before = new Map(kept.models.map((prices) => [prices.model, prices]));
  const added = today.models.map((prices) => known(before.get(prices.model), prices));
  const names = new Set(added.map(({ model }) => model));
  return {
    carrier: known(kept.carrier, today.carrier),
    models: [...added, ...kept.models.filter(({ model }) => !names.has(model))],
  };
}

/** Each price of the first, where it is known. */
function known<All extends object>(first: All | undefined, second: All): All {
  const entries = Object.entries(first ?? {}).filter(([, price]) => price !== null);
  return { ...second, ...Object.fromEntries(entries) };
}

export function pricesToKeep({ carrier, models }: Prices, used: readonly string[]): KeptPrices {
  return { version: 1, carrier, models: models.filter(({ model }) => used.includes(model)) };
}
