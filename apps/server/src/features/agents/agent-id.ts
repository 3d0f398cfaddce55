const longest = 48;

/** An id that reads like the name, such as `front-desk` for "Front Desk"; the database adds a number where it is taken. */
export function agentIdFor(displayName: string): string {
  const plain = displayName
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, longest)
    .replaceAll(/^-+|-+$/g, '');
  return plain === '' ? 'agent' : plain;
}
