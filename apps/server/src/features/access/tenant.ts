import { defaultTenantId } from '../../lib/default-tenant.ts';
import type { VerifiedToken } from '../../ports/identity.ts';

/** The tenant of people who belong to no organization. */
export function defaultTenant(): string {
  return defaultTenantId;
}

export function tenantOf(token: Pick<VerifiedToken, 'organization'>): string {
  return token.organization ?? defaultTenant();
}
