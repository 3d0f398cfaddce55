/** Names of contacts that were chosen or seen beside a call, as far as this page knows them: the address has their ids. */
const names = new Map<string, string>();

export function rememberContact(id: string | null, name: string): void {
  if (id !== null) names.set(id, name);
}

export function rememberedContact(id: string): string | null {
  return names.get(id) ?? null;
}
