import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { webhookSubject } from '@parley/contract';
import type { LiveNotice } from '../../../ports/live-events.ts';
import type { ClaimedDelivery, WebhookDeliveries } from '../../../ports/webhooks.ts';
import { appendAudit } from '../audit/append.ts';
import type { Database, Transaction } from '../database.ts';
import { sql } from '../drizzle.ts';
import { liveChannel } from '../live-notices.ts';
import { withoutSorting } from '../of-external-id.ts';
import { openTransaction } from '../open-transaction.ts';
import { appendToOutbox } from '../outbox-append.ts';
import type { VaultWriter } from '../vault-writes.ts';
import { earlierSecretName } from './rows.ts';
import {
  addNumberOfText,
  addText,
  claimText,
  deliveredText,
  failedText,
  switchOffText,
  trimText,
  wantingText,
} from './statements.ts';

const trimmedAtOnce = 5_000;
/** As long as the attempts of one delivery take. One that waits for its turn behind others has fewer. */
const longestFailingMs = 75 * 60 * 60 * 1_000;

type ClaimedRow = Omit<ClaimedDelivery, 'lease'>;

export function createWebhookDeliveries(database: Database, vault: VaultWriter): WebhookDeliveries {
  return {
    wanting: async (tenantId, type) => {
      const statement = { name: 'webhooks wanting', text: wantingText, values: [tenantId, type] };
      return (await database.systemRows<{ id: string }>(statement)).map(({ id }) => id);
    },

    add: async (tenantId, endpointIds, delivery, at) => {
      const { eventId, type, queue, callId, number, body, tellsOfCall, numberOf } = delivery;
      const values = [
        ...[tenantId, endpointIds, endpointIds.map(() => randomUUIDv7())],
        ...[eventId, type, queue, callId, number, body, at, tellsOfCall],
      ];
      type Row = { counts: boolean };
      if (numberOf === undefined) {
        const [row] = await database.systemRows<Row>({ name: 'webhooks add', text: addText, values });
        return row?.counts === true;
      }
      const key = numberOf.kind === 'recipient' ? [numberOf.campaignId, numberOf.row] : [numberOf.id];
      // As the organization: the system's role cannot lock all of these.
      return database.forTenant(tenantId, async (tx) => {
        const { executeSql } = openTransaction(tx);
        // As everybody who locks both, an erasure included: the call before the follow-up.
        if (callId !== null && numberOf.kind === 'follow-up')
          await executeSql('select 1 from calls where tenant_id = $1 and id = $2 for key share', [
            ...[tenantId, callId],
          ]);
        const [, { rows }] = await Promise.all([
          executeSql(withoutSorting.text),
          executeSql(addNumberOfText[numberOf.kind], [...values, ...key]),
        ]);
        return (rows[0] as Row | undefined)?.counts === true;
      });
    },

    claim: async ({ now, leaseUntil, most, mostIdle, perEndpoint, bulkPerEndpoint, perTenant, held }) => {
      const lease = randomUUID();
      const sending = [...held.values()];
      const rows = await database.systemRows<ClaimedRow>({
        ...{ name: 'webhooks claim', text: claimText },
        values: [
          ...[now, leaseUntil, most, perEndpoint, [...held.keys()], sending.map(({ all }) => all), lease],
          ...[perTenant, sending.map(({ bulk }) => bulk), bulkPerEndpoint, mostIdle],
        ],
      });
      return rows.map((row) => ({ ...row, lease }));
    },

    note: async (claimed, { attempt, state, tries, nextAt, endpoint }) => {
      const { tenantId, id, lease, endpointId } = claimed;
      const at = new Date(attempt.at);
      const made = JSON.stringify([attempt]);
      if (state === 'delivered') {
        const rows = await database.systemRows({
          ...{ name: 'webhooks delivered', text: deliveredText, values: [tenantId, id, lease, made, at] },
        });
        return rows.length > 0;
      }
      return database.asSystem(async (tx) => {
        const { executeSql } = openTransaction(tx);
        const values = [tenantId, id, lease, made, at, state, tries, nextAt];
        const [noted] = (await executeSql(failedText, values)).rows as {
          failingSince: Date | null;
        }[];
        if (!noted) return false;
        const end = new Date(at.getTime() + attempt.milliseconds);
        const failingBefore = new Date(end.getTime() - longestFailingMs);
        const fails = noted.failingSince !== null && noted.failingSince <= failingBefore;
        if (endpoint !== 'gone' && !fails) return true;
        const reason = endpoint === 'gone' ? 'gone' : 'failing';
        const off = await executeSql(switchOffText, [tenantId, endpointId, reason, end, failingBefore]);
        if (off.rows.length > 0) await switchedOff(tx, tenantId, endpointId, reason);
        return true;
      });
    },

    release: async (claimed) => {
      await database.systemStatement({
        name: 'webhooks release',
        text: `update webhook_deliveries set lease = null, lease_until = null
          where tenant_id = any ($3::text[]) and id = any ($2::uuid[]) and lease = any ($1::uuid[])`,
        values: [
          ...[claimed.map(({ lease }) => lease), claimed.map(({ id }) => id)],
          claimed.map(({ tenantId }) => tenantId),
        ],
      });
    },

    announce: async (tenantId) => {
      const notice: LiveNotice = { tenantId, kind: 'listed', list: 'webhooks' };
      await database.systemStatement({
        ...{ name: 'webhooks announce', text: 'select pg_notify($1, $2)' },
        values: [liveChannel, JSON.stringify(notice)],
      });
    },

    trim: async (before) => {
      let trimmed = 0;
      for (;;) {
        const statement = { name: 'webhooks trim', text: trimText, values: [before, trimmedAtOnce] };
        const [row] = await database.systemRows<{ count: number }>(statement);
        trimmed += row?.count ?? 0;
        if ((row?.count ?? 0) < trimmedAtOnce) return trimmed;
      }
    },

    forgetEarlierSecrets: async (now) => {
      const rows = await database.systemRows<{ tenantId: string; id: string }>({
        ...{ name: 'webhooks with an earlier secret', values: [now] },
        text: 'select tenant_id as "tenantId", id from webhook_endpoints where earlier_secret_until < $1',
      });
      // As the organization: the system's role cannot remove secrets.
      for (const { tenantId, id } of rows)
        await database.forTenant(tenantId, async (tx) => {
          const { rowCount } = await tx.execute(sql`
            update webhook_endpoints set earlier_secret_until = null
            where id = ${id} and earlier_secret_until < ${now.toISOString()}::timestamptz`);
          if (rowCount) await vault.remove(tx, tenantId, earlierSecretName(id), 'system');
        });
    },
  };
}

/** Somebody is told, by a follow-up. */
async function switchedOff(
  tx: Transaction,
  tenantId: string,
  endpointId: string,
  reason: 'gone' | 'failing',
): Promise<void> {
  await appendAudit(tx, {
    ...{ tenantId, actor: 'system', action: 'webhook.switched_off', subject: endpointId },
    data: { reason },
  });
  const event = { type: 'webhook.off', version: 1, endpointId, reason } as const;
  await appendToOutbox(tx, tenantId, webhookSubject(endpointId), event);
}
