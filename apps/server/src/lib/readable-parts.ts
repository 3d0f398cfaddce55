import type { Permission } from '@parley/contract';

/**
 * Whether a part of an answer is for this person. It refuses no request, `http/endpoints.ts` does: what they may not read is
 * left empty.
 */
export function maySee(
  { permissions }: { readonly permissions: readonly Permission[] },
  permission: Permission,
): boolean {
  return permissions.includes(permission);
}
