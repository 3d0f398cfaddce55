import { randomUUID } from 'node:crypto';
import { permissionsOf } from '@parley/contract';
import { createTenant } from './create-tenant.ts';
import { insertCall } from './example-person.ts';
import type { OpenedDatabase } from './opened-database.ts';

export const recordedNumber = '+12025550123';

/** A call that is over, of a tenant of its own, with a recording in this state that is an hour old. */
export async function insertRecordedCall(
  { database, owner }: Pick<OpenedDatabase, 'database' | 'owner'>,
  state = 'ready',
) {
  const { tenantId, userId } = await createTenant(database);
  const callId = await insertCall(owner, { tenantId, number: recordedNumber, userId });
  const sid = `CA${randomUUID().replaceAll('-', '')}`;
  await owner.query('update calls set carrier_sid = $2 where id = $1', [callId, sid]);
  await owner.query(
    `insert into recordings (tenant_id, call_id, state, problem, carrier, carrier_account, carrier_sid, store_id,
       bytes, milliseconds, remove_at_carrier, created_at)
     values ($1, $2, $3, $4, 'lab', 'AC', $5, 'folder', 10, 1000, true, now() - interval '1 hour')`,
    [tenantId, callId, state, state === 'failed' || state === 'absent' ? 'not_listed' : null, sid],
  );
  const caller = {
    ...{ tenantId, userId, displayName: 'Kit', permissions: permissionsOf.admin, email: null },
    expiresAt: new Date(Date.now() + 60_000),
  };
  return { tenantId, callId, sid, caller };
}

export const keepRecordingsForOneDay = (owner: OpenedDatabase['owner'], tenantId: string) =>
  owner.query('insert into recording_settings (tenant_id, keep_days, changed_by_name) values ($1, 1, $2)', [
    tenantId,
    'Kit',
  ]);
