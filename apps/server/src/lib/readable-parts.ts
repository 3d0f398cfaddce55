import type { Permission } from '@parley/contract';

/**
 * Whether a part of a request or an answer is this person's. It refuses nothing, `http/endpoints.ts` does: what they may not
 * read is left empty, and what they may not write is not written.
 */
export function maySee(
  { permissions }: { readonly permissions: readonly Permission[] },
  permission: Permission,
): boolean {
  return permissions.includes(permission);
}
