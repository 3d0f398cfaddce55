import type { Fact, FactKind } from '../../../lib/report-facts.ts';

/** As stored: for each day and side, what was counted by kind and key; with an amount, a pair. */
export type FactsColumn = Record<string, Record<string, number | [counted: number, amount: number]>>;

export function writeFacts(facts: readonly Fact[]): FactsColumn {
  const column: FactsColumn = {};
  for (const { day, side, kind, key, counted, amount } of facts) {
    const place = `${day} ${side}`;
    column[place] ??= {};
    column[place][`${kind} ${key}`] = amount === 0 ? counted : [counted, amount];
  }
  return column;
}

export function readFacts(column: FactsColumn): Fact[] {
  return Object.entries(column).flatMap(([place, counts]) => {
    const [day, side] = parted(place);
    return Object.entries(counts).map(([name, value]): Fact => {
      const [kind, key] = parted(name);
      const [counted, amount] = typeof value === 'number' ? [value, 0] : value;
      return { day, side: side as Fact['side'], kind: kind as FactKind, key, counted, amount };
    });
  });
}

function parted(text: string): [string, string] {
  const space = text.indexOf(' ');
  return [text.slice(0, space), text.slice(space + 1)];
}

/**
 * What the sums change by, without what stays the same. Ordered by the key of the table: whoever changes several sums locks
 * them in this order.
 */
export function difference(before: readonly Fact[], after: readonly Fact[]): Fact[] {
  const sums = new Map<string, Fact>();
  const add = (fact: Fact, sign: 1 | -1) => {
    const name = JSON.stringify([fact.day, fact.side, fact.kind, fact.key]);
    const { counted = 0, amount = 0 } = sums.get(name) ?? {};
    sums.set(name, {
      ...fact,
      counted: counted + sign * fact.counted,
      amount: amount + sign * fact.amount,
    });
  };
  for (const fact of before) add(fact, -1);
  for (const fact of after) add(fact, 1);
  return [...sums]
    .filter(([, { counted, amount }]) => counted !== 0 || amount !== 0)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, fact]) => fact);
}
