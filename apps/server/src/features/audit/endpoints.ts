import type { AuditEntry, AuditFilter } from '@parley/contract';
import { AppError } from '../../errors.ts';
import { currentOrigin } from '../../lib/request-origin.ts';
import type { AuditLog, StoredAuditEntry } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Endpoints } from '../../ports/endpoint.ts';
import type { ReadRecorder } from './read-recorder.ts';

type AuditEndpoints = Pick<Endpoints, 'listAudit' | 'listAuditActors' | 'exportAudit' | 'getAuditEntry'>;

interface AuditDeps {
  readonly log: AuditLog;
  readonly recorder: Pick<ReadRecorder, 'add'>;
  readonly clock: Clock;
}

export function auditEndpoints({ log, recorder, clock }: AuditDeps): AuditEndpoints {
  const present = async (tenantId: string, stored: readonly StoredAuditEntry[]): Promise<AuditEntry[]> => {
    const names = await log.namesOf(tenantId, namedActors(stored));
    return stored.map((entry) => shown(entry, names));
  };
  return {
    listAudit: async ({ caller, query }) => {
      const { limit, before = null, ...filter } = query;
      const stored = await log.list(caller.tenantId, filter, { limit: limit + 1, before });
      return pageOf(await present(caller.tenantId, stored), limit);
    },

    listAuditActors: async ({ caller }) => {
      const actors = await log.actors(caller.tenantId);
      const named = actors.filter(({ kind }) => isNamed(kind)).map(({ id }) => id);
      const names = await log.namesOf(caller.tenantId, named);
      return { actors: actors.map(({ id, kind }) => ({ id, kind, name: names.get(id) ?? null })) };
    },

    exportAudit: async ({ caller, query }) => {
      const { limit, after = null, ...filter } = query;
      const { tenantId, userId: actor } = caller;
      const stored = await log.exported(tenantId, filter, { limit: limit + 1, after });
      // A file is one export, in however many parts it is fetched.
      if (after === null) {
        const origin = currentOrigin();
        recorder.add({
          ...{ tenantId, actor, action: 'audit.exported', subject: tenantId, data: usedFilters(filter) },
          ...{ actorKind: origin?.actorKind ?? 'person', address: origin?.address ?? null, at: clock.time() },
        });
      }
      return pageOf(await present(tenantId, stored), limit);
    },

    getAuditEntry: async ({ caller, params }) => {
      const id = /^[0-9]{1,15}$/.test(params.id) ? Number(params.id) : 0;
      const stored = await log.find(caller.tenantId, id);
      if (stored === null)
        throw new AppError('audit_entry_not_found', 'There is no such entry in the audit log.');
      const names = await log.namesOf(caller.tenantId, namedActors([stored]));
      return { entry: { ...shown(stored, names), sealed: stored.sealed } };
    },
  };
}

/** People and keys have names; what acts otherwise is called by its kind. */
const isNamed = (kind: string) => kind === 'person' || kind === 'key';

function namedActors(stored: readonly StoredAuditEntry[]): string[] {
  return [...new Set(stored.filter(({ actorKind }) => isNamed(actorKind)).map(({ actor }) => actor))];
}

function shown(entry: StoredAuditEntry, names: ReadonlyMap<string, string>): AuditEntry {
  const { id, at, actor, actorKind, address, action, subject, isRead, data } = entry;
  return {
    ...{ id, at: at.toISOString(), address, action, subject, data: { ...data } },
    actor: { id: actor, kind: actorKind, name: names.get(actor) ?? null },
    kind: isRead ? 'read' : 'change',
  };
}

function pageOf(entries: AuditEntry[], limit: number) {
  const page = entries.slice(0, limit);
  return { entries: page, nextCursor: entries.length > limit ? (page.at(-1)?.id ?? null) : null };
}

/** What the file was narrowed to: ids and times, nothing that somebody typed. */
function usedFilters({ actor, action, kind, by, from, to }: AuditFilter): Record<string, string> {
  const used = { actor, action, kind, by, from, to };
  return Object.fromEntries(Object.entries(used).filter(([, value]) => value !== undefined)) as Record<
    string,
    string
  >;
}
