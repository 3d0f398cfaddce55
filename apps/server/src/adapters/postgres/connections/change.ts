import type { ChangeResult, ConnectionChange, NewSecrets, PhoneChange } from '../../../ports/connections.ts';
import type { Transaction } from '../database.ts';
import { sql } from '../drizzle.ts';
import type { VaultWriter } from '../vault-writes.ts';
import { forgetLookedAtLimits } from './calling-store.ts';
import { chooseNumbers } from './numbers.ts';
import { secretName } from './secret-names.ts';
import { connections } from './tables.ts';
import { audit, isRow, lockNumbers, Refused, seenRow, subjectOf, writeSecrets } from './writing.ts';

const changed: ChangeResult = { kind: 'changed' };
/** New secrets were tried before they are stored. */
const healthy = { failingSince: null, failure: null };

export async function replaceSecretsIn(
  tx: Transaction,
  vault: VaultWriter,
  change: ConnectionChange & { readonly secrets: NewSecrets },
): Promise<ChangeResult> {
  const row = await activeRow(tx, change);
  await writeSecrets(tx, vault, change.actor, row, change.secrets);
  await tx
    .update(connections)
    .set({ ...healthy, revision: row.revision + 1 })
    .where(isRow(row.tenantId, row.id));
  await audit(tx, change.actor, 'connection.secret_replaced', subjectOf(row.id), { kind: row.kind });
  return changed;
}

export async function changePhoneIn(
  tx: Transaction,
  vault: VaultWriter,
  change: PhoneChange,
): Promise<ChangeResult> {
  const { actor, secrets, limits, numbers } = change;
  if (numbers) await lockNumbers(tx);
  const row = await activeRow(tx, change);
  if (row.settings.kind !== 'phone') throw new Refused({ kind: 'missing' });
  if (secrets) {
    await writeSecrets(tx, vault, actor, row, secrets.values);
    if (secrets.apiKeySid === null)
      await vault.remove(tx, actor.tenantId, secretName(row.id, 'api-secret'), actor.userId);
  }
  await tx
    .update(connections)
    .set({
      settings: {
        ...row.settings,
        ...(secrets && { apiKeySid: secrets.apiKeySid }),
        ...(numbers && { mainNumber: numbers.main }),
      },
      ...(limits && { limits: { version: 1 as const, ...limits } }),
      ...(secrets && healthy),
      revision: row.revision + 1,
    })
    .where(isRow(row.tenantId, row.id));
  if (numbers) await chooseNumbers(tx, actor.tenantId, row, numbers.chosen);
  const what = Object.entries({ secrets, limits, numbers }).flatMap(([name, value]) =>
    value === undefined ? [] : [name],
  );
  await audit(tx, actor, 'connection.changed', subjectOf(row.id), { kind: row.kind, what });
  return changed;
}

/** Disconnects, or lets what the environment sets take its place. */
export async function endIn(
  tx: Transaction,
  change: ConnectionChange,
  state: 'disconnected' | 'replaced',
): Promise<ChangeResult> {
  const row = await seenRow(tx, change);
  if (state === 'disconnected' ? row.state !== 'active' : row.state === 'replaced')
    throw new Refused({ kind: 'stale' });
  await tx
    .update(connections)
    .set({ state, endedAt: sql`coalesce(${connections.endedAt}, now())`, revision: row.revision + 1 })
    .where(isRow(row.tenantId, row.id));
  if (state === 'replaced' && row.kind === 'phone') await forgetLookedAtLimits(tx, row.tenantId);
  const action = state === 'disconnected' ? 'connection.disconnected' : 'connection.default_used';
  await audit(tx, change.actor, action, subjectOf(row.id), { kind: row.kind });
  return changed;
}

async function activeRow(tx: Transaction, change: ConnectionChange) {
  const row = await seenRow(tx, change);
  if (row.state !== 'active') throw new Refused({ kind: 'stale' });
  return row;
}
