import { connectionSubject, type ProblemCode } from '@parley/contract';
import type { Transaction } from '../database.ts';
import { appendToOutbox } from '../outbox-append.ts';
import { connections } from './tables.ts';
import { audit, isRow, subjectOf } from './writing.ts';

/** Says since when it fails, from the first failure on. A connection that has ended is left alone. */
export async function markHealthIn(
  tx: Transaction,
  tenantId: string,
  id: string,
  failure: ProblemCode | null,
  at: Date,
): Promise<void> {
  const [row] = await tx.select().from(connections).where(isRow(tenantId, id)).for('update');
  if (row?.state !== 'active') return;
  const failingSince = failure === null ? null : (row.failingSince ?? at);
  // What has not changed is not written: servers and pages would read everything again.
  const health = row.failure === failure ? {} : { failure, failingSince };
  await tx
    .update(connections)
    .set({ checkedAt: at, ...health })
    .where(isRow(tenantId, id));
  const action = failure === null ? 'connection.recovered' : 'connection.failing';
  const turned = (row.failure === null) !== (failure === null);
  if (!turned) return;
  await audit(tx, { tenantId, userId: 'system' }, action, subjectOf(id), {
    kind: row.kind,
    ...(failure !== null && { failure }),
  });
  const about = { version: 1, connectionId: id, kind: row.kind } as const;
  await appendToOutbox(
    tx,
    tenantId,
    connectionSubject(id),
    failure === null
      ? { type: 'connection.recovered', ...about }
      : { type: 'connection.failing', ...about, problem: failure },
  );
}
