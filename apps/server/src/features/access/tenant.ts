import type { VerifiedToken } from '../../ports/identity.ts';

/** The tenant that everybody belongs to who belongs to no organization. */
export function defaultTenant(): string {
  return 'gs-dental';
}

export function tenantOf(token: Pick<VerifiedToken, 'organization'>): string {
  return token.organization ?? defaultTenant();
}
