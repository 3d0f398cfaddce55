import { type AuditAction, auditReads } from '@parley/contract';
import type { Transaction } from '../database.ts';
import { auditLog } from '../schema.ts';

/** What is written about a change: ids and words of fixed lists, never a number, a name, an address or what was said. */
export interface AuditEntry {
  readonly tenantId: string;
  /** The id of a user or key, or one of the fixed names: `command line`, `system`, `environment`, `agent <id>`. */
  readonly actor: string;
  readonly action: AuditAction;
  /** The id of what was changed. */
  readonly subject: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** In the transaction of the change. The database adds the kind of the actor and the network address (docs/audit.md). */
export async function appendAudit(tx: Transaction, { data = {}, ...entry }: AuditEntry): Promise<void> {
  await tx.insert(auditLog).values({ ...entry, data: { ...data }, isRead: entry.action in auditReads });
}
