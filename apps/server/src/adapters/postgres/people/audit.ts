import type { AuditChange } from '@parley/contract';
import type pg from 'pg';
import { defaultTenantId } from '../../../lib/default-tenant.ts';
import { currentOrigin } from '../../../lib/request-origin.ts';

export interface AccountEntry {
  /** The id of an account, or `command line`. */
  readonly actor: string;
  readonly action: AuditChange;
  /** An id, never a name or an address. */
  readonly subject: string;
  readonly data?: Readonly<Record<string, string>>;
}

/** `appendAudit` for accounts, which have a role of their own in the database and one organization. */
export async function writeAudit(client: pg.ClientBase, { actor, action, subject, data = {} }: AccountEntry) {
  await client.query(
    'insert into public.audit_log (tenant_id, actor, action, subject, data, address) values ($1, $2, $3, $4, $5, $6)',
    [defaultTenantId, actor, action, subject, JSON.stringify(data), currentOrigin()?.address ?? null],
  );
}
