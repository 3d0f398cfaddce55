import type { CallFacts, TransferFacts, WebhookFacts } from '../../../ports/webhook-facts.ts';
import type { Database } from '../database.ts';

const callText = `
  select id as "callId", external_id as "externalId", direction, from_number as "from", to_number as "to",
    agent_id as "agentId", campaign_id as "campaignId", calls.carrier = 'lab' as sandbox, reason, calls.created_at as "startedAt",
    answered_at as "answeredAt", ended_at as "endedAt", duration as "durationSeconds", status,
    left(summary, 4000) as summary, outcome_result as result,
    case when recordings.state = 'ready' then recordings.milliseconds end as "recordingMs"
  from calls left join recordings on recordings.tenant_id = calls.tenant_id and recordings.call_id = calls.id
  where calls.tenant_id = $1 and calls.id = $2 and mode = 'live'`;

export function createWebhookFacts(database: Database): WebhookFacts {
  async function one<Row extends Record<string, unknown>>(name: string, text: string, values: unknown[]) {
    return (await database.systemRows<Row>({ name: `webhook ${name}`, text, values }))[0] ?? null;
  }
  return {
    call: (tenantId, callId) =>
      one<CallFacts & Record<string, unknown>>('call', callText, [tenantId, callId]),
    transfer: (tenantId, callId, session) =>
      one<TransferFacts & Record<string, unknown>>(
        'transfer',
        'select kind, target, why from hand_overs where tenant_id = $1 and call_id = $2 and n = $3',
        [tenantId, callId, session],
      ),
    campaign: (tenantId, id) =>
      one<{ name: string }>('campaign', 'select name from campaigns where tenant_id = $1 and id = $2', [
        ...[tenantId, id],
      ]),
    recipient: (tenantId, campaignId, row) =>
      one<{ number: string | null; externalId: string | null }>(
        'recipient',
        `select number, nullif(external_id, '') as "externalId" from recipients
          where tenant_id = $1 and campaign_id = $2 and row between $3::int and $3::int order by row`,
        [tenantId, campaignId, row],
      ),
    listed: (tenantId, entryId) =>
      one<{ number: string }>(
        'listed number',
        `select number from do_not_call
          where tenant_id = $1 and number like '+%' and id between $2::uuid and $2::uuid order by id`,
        [tenantId, entryId],
      ),
    followUp: (tenantId, id) =>
      one<{ what: string; number: string | null; dueAt: Date }>(
        'follow-up',
        'select what, number, due_at as "dueAt" from follow_ups where tenant_id = $1 and id = $2',
        [tenantId, id],
      ),
  };
}
