/** Entries that were written by hand have no ids: theirs are made from their titles, so that they stay the same. */
export function knowledgeWithIds(config: unknown): unknown {
  const { knowledge } = Object(config) as { knowledge?: { entries?: unknown } };
  if (!Array.isArray(knowledge?.entries)) return config;
  const taken = new Set<unknown>(knowledge.entries.map((entry) => (Object(entry) as { id?: unknown }).id));
  const entries = knowledge.entries.map((entry: unknown) => {
    const { id, title } = Object(entry) as { id?: unknown; title?: unknown };
    if (id !== undefined || typeof title !== 'string') return entry;
    const made = freeId(title, taken);
    taken.add(made);
    return { id: made, ...(entry as object) };
  });
  return { ...(config as object), knowledge: { ...knowledge, entries } };
}

function freeId(title: string, taken: ReadonlySet<unknown>): string {
  const words = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-');
  const base = words.replaceAll(/^-+|-+$/g, '').slice(0, 48) || 'entry';
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}-${number}`;
    if (!taken.has(id)) return id;
  }
}
