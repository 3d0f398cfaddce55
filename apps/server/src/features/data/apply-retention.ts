import type { AuditRetention } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { RetentionStore } from '../../ports/retention.ts';

/** Calls of one transaction: few, so that no statement holds many locks. */
const atOnce = 200;
/** Longer than a job may take; the next hour of the night goes on. */
const longestMs = 8 * 60_000;
const dayMs = 24 * 60 * 60_000;

export const before = (days: number | null, now: Date): Date | null =>
  days === null ? null : new Date(now.getTime() - days * dayMs);

/**
 * Deletes what is older than organizations keep it, at most half of the time: after each batch it pauses as long as the
 * batch took, so that lists stay quick.
 */
export function createApplyRetention(
  store: RetentionStore,
  auditLog: Pick<AuditRetention, 'cut'>,
  clock: Clock,
  log: Log,
): () => Promise<void> {
  return async () => {
    const deadline = clock.time() + longestMs;
    for (const { tenantId, days } of await store.all()) {
      const now = clock.now();
      const removed = {
        transcripts: await removeAll(before(days.transcripts, now), async (at, after) => {
          const { calls, next } = await store.removeTranscripts(tenantId, at, atOnce, after);
          return { count: calls, next };
        }),
        calls: await removeAll(before(days.calls, now), async (at) => {
          const calls = await store.removeCalls(tenantId, at, atOnce);
          return { count: calls, next: calls < atOnce ? null : '' };
        }),
        audit: await removeAll(before(days.audit, now), async (at) => {
          const count = await auditLog.cut(tenantId, at);
          return { count, next: count === 0 ? null : '' };
        }),
      };
      if (removed.transcripts + removed.calls + removed.audit === 0) continue;
      await store.record(tenantId, removed);
      log.info({ tenantId, ...removed }, 'data older than the retention of the organization deleted');
    }

    async function removeAll(
      at: Date | null,
      removeSome: (at: Date, after: string | null) => Promise<{ count: number; next: string | null }>,
    ): Promise<number> {
      let removed = 0;
      let after: string | null = null;
      while (at !== null && clock.time() < deadline) {
        const begun = clock.time();
        const { count, next } = await removeSome(at, after);
        removed += count;
        if (next === null) break;
        after = next;
        const pause = Math.max(1, clock.time() - begun);
        await new Promise<void>((resolve) => clock.after(pause, resolve));
      }
      return removed;
    }
  };
}
