/** What stands in a table for a value that a newer server may have added. */
export function knownIn<Entry>(table: Readonly<Record<string, Entry>>, value: string): Entry | undefined {
  return Object.hasOwn(table, value) ? table[value] : undefined;
}

/** What screens say for a value; one that this page does not know is shown as it is. */
export function wordOf(words: Readonly<Record<string, string>>, value: string): string {
  return knownIn(words, value) ?? value;
}
