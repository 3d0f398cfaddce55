import type { VerifiedToken } from '../../ports/identity.ts';

/** The tenant that everybody belongs to who belongs to no organisation. */
export function defaultTenant(): string {
  return 'gs-dental';
}

export function tenantOf(token: Pick<VerifiedToken, 'organisation'>): string {
  return token.organisation ?? defaultTenant();
}
