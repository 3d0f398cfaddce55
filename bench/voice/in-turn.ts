/** Does something to each, a few at a time. */
export async function inTurn<T>(
  items: Iterable<T>,
  atOnce: number,
  act: (item: T) => Promise<void>,
): Promise<void> {
  const next = items[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let one = next.next(); !one.done; one = next.next()) await act(one.value);
    }),
  );
}
