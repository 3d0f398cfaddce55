/** Runs `act` for every item, at most `concurrency` at a time. */
export async function forEachConcurrently<T>(
  items: Iterable<T>,
  concurrency: number,
  act: (item: T) => Promise<void>,
): Promise<void> {
  const next = items[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (let one = next.next(); !one.done; one = next.next()) await act(one.value);
    }),
  );
}
