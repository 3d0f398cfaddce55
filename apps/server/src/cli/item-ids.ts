/**
 * Items that were written by hand have no ids: theirs are made from their names, so that they stay the same. An outcome field
 * needs only a name and a type.
 */
export function itemsWithIds(config: unknown): unknown {
  const entries = withIds(config, 'knowledge', 'entries', 'title', {});
  return withIds(entries, 'outcomes', 'fields', 'label', { description: '', choices: [], required: false });
}

function withIds(config: unknown, section: string, list: string, name: string, defaults: object): unknown {
  const part = Object((Object(config) as Record<string, unknown>)[section]) as Record<string, unknown>;
  const items = part[list];
  if (!Array.isArray(items)) return config;
  const taken = new Set<unknown>(items.map((item) => (Object(item) as { id?: unknown }).id));
  const named = items.map((item: unknown) => {
    const { id, [name]: words } = Object(item) as Record<string, unknown>;
    if (typeof words !== 'string') return item;
    const whole = { ...defaults, ...(item as object) };
    if (id !== undefined) return whole;
    const made = freeId(words, taken);
    taken.add(made);
    return { id: made, ...whole };
  });
  return { ...(config as object), [section]: { ...part, [list]: named } };
}

function freeId(name: string, taken: ReadonlySet<unknown>): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  const base = words.replaceAll(/^-+|-+$/g, '').slice(0, 48) || 'entry';
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}-${number}`;
    if (!taken.has(id)) return id;
  }
}
