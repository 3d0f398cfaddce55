/** Ids of the entries of a list, one after the other. */
type Order = readonly string[];

/** Whether the ids that both have come one after the other in the same way; an added or removed one is no other order. */
export function isSameOrder(one: Order, other: Order): boolean {
  const theirs = other.filter((id) => one.includes(id));
  return one.filter((id) => other.includes(id)).every((id, index) => id === theirs[index]);
}

/**
 * The first order, with each id that only the second has behind the one that it follows there. An id that both have added,
 * each somewhere else, stands where the first has it, and nothing is put behind it.
 */
export function combinedOrder(leading: Order, following: Order, base: Order): string[] {
  const led = new Set(leading);
  const anchored = isSameOrder(leading, following)
    ? following
    : following.filter((id) => !led.has(id) || base.includes(id));
  const order = [...leading];
  anchored.forEach((id, index) => {
    if (led.has(id)) return;
    const before = anchored[index - 1];
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, id);
  });
  return order;
}
