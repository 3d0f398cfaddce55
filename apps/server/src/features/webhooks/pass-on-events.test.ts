import { type OutboxEvent, webhookEventNames, webhookEvents, webhookTestType } from '@parley/contract';
import { expect, test } from 'vitest';
import { safeParse } from 'zod/mini';
import { ManualClock } from '../../../testing/manual-clock.ts';
import type { CallFacts, WebhookFacts } from '../../ports/webhook-facts.ts';
import type { NewDelivery } from '../../ports/webhooks.ts';
import { type PassedOnEvent, passedOnTypes, testBody } from './event-body.ts';
import { createPassOnEvents } from './pass-on-events.ts';

const id = '01999f6a-5c1e-7aa0-8d3e-2f6b1c9e4a11';
const at = new Date('2026-10-14T09:00:00Z');
const call: CallFacts = {
  ...{
    callId: id,
    externalId: 'appointment-1742',
    direction: 'inbound',
    from: '+15005550123',
    to: '+15005550006',
  },
  ...{ agentId: 'gs-dental', campaignId: null, sandbox: true, reason: null, startedAt: at, answeredAt: at },
  ...{
    endedAt: at,
    durationSeconds: 12,
    status: 'completed',
    summary: 'Confirmed.',
    result: null,
    recordingMs: 9,
  },
};
const known: WebhookFacts = {
  call: async () => call,
  transfer: async () => ({ kind: 'warm', target: 'Front desk', why: 'no-answer' }),
  campaign: async () => ({ name: 'Check-ups' }),
  recipient: async () => ({ number: '+15005550123', externalId: 'patient-88' }),
  listed: async () => ({ number: '+15005550123' }),
  followUp: async () => ({ what: 'Call back.', number: '+15005550123', dueAt: at }),
};
const gone: WebhookFacts = {
  ...{ call: async () => null, transfer: async () => null, campaign: async () => null },
  ...{ recipient: async () => null, listed: async () => null, followUp: async () => null },
};

const ofCall = { version: 1, callId: id } as const;
const ofCampaign = { version: 1, campaignId: id } as const;
const stored: {
  readonly [Type in PassedOnEvent['type']]: Omit<Extract<PassedOnEvent, { type: Type }>, 'type'>;
} = {
  ...{ 'call.placed': ofCall, 'call.received': ofCall, 'call.answered': ofCall, 'call.summarized': ofCall },
  'call.ended': { ...ofCall, status: 'completed' },
  ...{ 'recording.ready': ofCall, 'recording.deleted': ofCall },
  'transfer.requested': { ...ofCall, session: 1 },
  'transfer.completed': { ...ofCall, session: 1 },
  'transfer.failed': { ...ofCall, session: 1 },
  'campaign.started': ofCampaign,
  'campaign.paused': { ...ofCampaign, reason: 'person' },
  'campaign.completed': { ...ofCampaign, stopped: true },
  'recipient.suppressed': { ...ofCampaign, row: 12, reason: 'do_not_call' },
  'dnc.added': { ...ofCall, unconfirmed: true, entryId: id },
  'follow-up.created': { ...ofCall, followUpId: id, reason: 'callback', urgent: false },
  'agent.published': { version: 1, agentId: 'gs-dental', agentVersion: 4 },
};

async function passedOn(
  event: OutboxEvent,
  facts = known,
  endpoints = ['one'],
  counts: (delivery: NewDelivery) => boolean = () => true,
) {
  const added: NewDelivery[] = [];
  const woken: number[] = [];
  const consumer = createPassOnEvents({
    deliveries: {
      wanting: async () => endpoints,
      add: async (_tenant, _endpoints, delivery) => {
        if (!counts(delivery)) return false;
        added.push(delivery);
        return true;
      },
    },
    ...{ facts, clock: new ManualClock(), onAdded: () => woken.push(1) },
  });
  const signal = new AbortController().signal;
  await consumer.handle({ id: 7, tenantId: 'one', subject: `call/${id}`, createdAt: at, event }, signal);
  expect(woken).toHaveLength(added.length);
  return added;
}

test.each(passedOnTypes)('WH1 WH2: %s is sent as its schema says', async (type) => {
  const [sent, ...more] = await passedOn({ type, ...stored[type] } as OutboxEvent);
  if (!sent) throw new Error('Nothing was sent.');
  expect(more).toEqual([]);
  const body = JSON.parse(sent.body);
  expect([sent.eventId, sent.queue, body.type, body.timestamp]).toEqual([
    ...[7, `call/${id}`, sent.type, at.toISOString()],
  ]);
  expect(safeParse(webhookEvents[sent.type], body).error).toBeUndefined();
  // Whoever is erased by this number is found in it.
  if (sent.body.includes('+15005550123')) expect(sent.number).toBe('+15005550123');
});

test('WH1: every type that an endpoint can choose is sent for some event, and the end of a failed call is call.failed', async () => {
  const failed: OutboxEvent = { type: 'call.ended', ...ofCall, status: 'failed' };
  const [end] = await passedOn(failed);
  expect(end?.type).toBe('call.failed');
  expect(safeParse(webhookEvents['call.failed'], JSON.parse(end?.body ?? '')).error).toBeUndefined();
  const all = passedOnTypes.map((type) => passedOn({ type, ...stored[type] } as OutboxEvent));
  const sent = (await Promise.all(all)).flat().map(({ type }) => type);
  expect(new Set([...sent, 'call.failed'])).toEqual(new Set(webhookEventNames));
  expect(safeParse(webhookEvents[webhookTestType], JSON.parse(testBody(id, at))).error).toBeUndefined();
});

test('WH2: nobody is told of what is gone, and nothing is read where no endpoint wants the event', async () => {
  const silent = passedOnTypes.filter((type) => !['recording.deleted', 'agent.published'].includes(type));
  for (const type of silent)
    expect(await passedOn({ type, ...stored[type] } as OutboxEvent, gone)).toEqual([]);
  const unread = { ...known, call: () => Promise.reject(new Error('It was read.')) };
  expect(await passedOn({ type: 'call.placed', ...ofCall }, unread, [])).toEqual([]);
});

test('WH2: of a call that goes between reading and storing nothing is told but that something was deleted or added', async () => {
  const told: string[] = [];
  for (const type of passedOnTypes) {
    let isGone = false;
    const facts = { ...known, call: async () => (isGone ? null : call) };
    const sent = await passedOn({ type, ...stored[type] } as OutboxEvent, facts, ['one'], (delivery) => {
      isGone = true;
      return !delivery.tellsOfCall;
    });
    if (!isGone || sent.length === 0) continue;
    expect(sent[0]?.body).not.toContain('appointment-1742');
    if ('callId' in stored[type]) told.push(type);
  }
  expect(told).toEqual(['recording.deleted', 'dnc.added', 'follow-up.created']);
});

test('WH2: the number that must not be called is that of the list, or of the call where a server of the release before listed it', async () => {
  const added = { type: 'dnc.added', version: 1, callId: id, unconfirmed: false } as const;
  const facts = { ...known, listed: async () => ({ number: '+15005550199' }) };
  const numberOf = async (event: OutboxEvent) => {
    const [sent] = await passedOn(event, facts);
    return [sent?.number, JSON.parse(sent?.body ?? '').data.number];
  };
  expect(await numberOf({ ...added, entryId: id })).toEqual(['+15005550199', '+15005550199']);
  expect(await numberOf({ ...added, callId: null, entryId: id })).toEqual(['+15005550199', '+15005550199']);
  expect(await numberOf(added)).toEqual(['+15005550123', '+15005550123']);
  expect(await numberOf({ ...added, callId: null })).toEqual([null, null]);
});
