import { randomBytes, randomUUIDv7 } from 'node:crypto';
import type { CallDetail } from '@parley/contract';
import type { Lab } from '@parley/phone-lab';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DeskClient } from '../testing/desk-client.ts';
import { type OpenDesk, openDesk } from '../testing/open-desk.ts';
import { sendWebhook } from '../testing/signed-webhook.ts';
import { connectFixed, webhookPaths } from '../testing/twilio-account.ts';

let desk: OpenDesk;
let lab: Lab;
let client: DeskClient;

beforeAll(async () => {
  // The lab's next callback comes after 40 seconds, so that only the test's webhooks change a call.
  desk = await openDesk({ speed: 0.01 });
  ({ lab, client } = desk);
});
afterAll(() => desk.stop());

const newSid = () => `CA${randomBytes(16).toString('hex')}`;

async function ringing(): Promise<{ id: string; sid: string }> {
  const id = await client.placeAccepted('+15005550102');
  const { sid } = lab.calls()[0] ?? { sid: '' };
  await client.waitForStatus(id, 'initiated');
  return { id, sid };
}

/** What it cost and came to is found out after its end. */
async function settled(id: string): Promise<CallDetail> {
  const waiting = async () => {
    const { cost, summaryState, outcomes } = await client.call(id);
    return cost === null || summaryState === 'pending' || outcomes?.state === 'pending';
  };
  await expect.poll(waiting).toBe(false);
  return client.call(id);
}

function tell(
  path: string,
  params: Record<string, string>,
  options: { authToken?: string | null; signedFor?: string } = {},
) {
  const { authToken = lab.authToken, signedFor } = options;
  return sendWebhook(desk.url + path, params, { authToken, ...(signedFor && { signedFor }) });
}

const status = (sid: string, CallStatus: string, more: Record<string, string> = {}) => ({
  AccountSid: lab.accountSid,
  CallSid: sid,
  CallStatus,
  ...more,
});

describe('CL21: a webhook that the carrier did not sign for this address', () => {
  test.each(Object.entries(webhookPaths))('%s: 403, and nothing changes', async (_name, path) => {
    const { id, sid } = await ringing();
    const params = { ...status(sid, 'completed', { CallDuration: '5' }), AnsweredBy: 'machine_start' };
    const before = await client.call(id);
    const address = `${path}?call=${id}`;
    const attempts = [
      await tell(address, params, { authToken: null }),
      await tell(address, params, { authToken: 'a forged token' }),
      await tell(address, params, { signedFor: `${desk.url}${path}?call=${randomUUIDv7()}` }),
      await tell(address, params, { signedFor: `${desk.url}/elsewhere?call=${id}` }),
      await tell(address, params, { signedFor: `https://desk.example.com${address}` }),
    ];
    for (const { status, body } of attempts) {
      expect(status).toBe(403);
      expect(JSON.parse(body)).toMatchObject({ code: 'bad_signature' });
    }
    expect(await client.call(id)).toEqual(before);
  });

  test('a signature over other fields is refused', async () => {
    const { id, sid } = await ringing();
    const response = await fetch(`${desk.url}/webhooks/twilio/status?call=${id}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-twilio-signature': 'xYxtEXWvfu+YnSxpSSdoFaXVWb8=',
      },
      body: JSON.stringify(status(sid, 'completed')),
    });
    expect(response.status).toBe(403);
  });

  test('an oversized body is not read', async () => {
    const response = await fetch(`${desk.url}/webhooks/twilio/status`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: `a=${'x'.repeat(70_000)}`,
    });
    expect(response.status).toBe(413);
  });

  test('GET is refused', async () => {
    expect((await fetch(`${desk.url}/webhooks/twilio/status`)).status).toBe(404);
  });
});

describe('a signed webhook', () => {
  test('updates the call it names, and its repetition is ignored', async () => {
    const { id, sid } = await ringing();
    const params = status(sid, 'completed', {
      CallDuration: '12',
      Timestamp: 'Tue, 13 Oct 2026 10:01:05 +0000',
    });
    expect(await tell(`/webhooks/twilio/status?call=${id}`, params)).toMatchObject({ status: 204, body: '' });
    const call = await settled(id);
    expect(call).toMatchObject({ status: 'completed', duration: 12, endTime: '2026-10-13T10:01:05.000Z' });
    await tell(`/webhooks/twilio/status?call=${id}`, params);
    await tell(`/webhooks/twilio/status?call=${id}`, status(sid, 'in-progress'));
    expect(await client.call(id)).toEqual(call);
  });

  test('about an unknown call is ignored; a request for instructions is answered with a hangup', async () => {
    const id = randomUUIDv7();
    for (const address of [`?call=${id}`, '', '?call=not-an-id', '?call=%00']) {
      expect((await tell(`/webhooks/twilio/status${address}`, status(newSid(), 'ringing'))).status).toBe(204);
      const voice = await tell(`/webhooks/twilio/voice${address}`, status(newSid(), 'in-progress'));
      expect(voice).toMatchObject({ status: 200, contentType: expect.stringContaining('xml') });
      expect(voice.body).toContain('<Response><Hangup/></Response>');
    }
  });

  test('with meaningless fields is ignored', async () => {
    for (const path of [webhookPaths.status, webhookPaths.amd]) {
      expect((await tell(path, { Nonsense: 'yes' })).status).toBe(204);
    }
    expect((await tell(webhookPaths.inbound, { Nonsense: 'yes' })).body).toContain('<Hangup/>');
  });

  test('with NUL in its fields, or a time long before all calls, does not fail', async () => {
    const { id, sid } = await ringing();
    for (const path of Object.values(webhookPaths)) {
      const answer = await tell(`${path}?call=%00`, {
        ...status('\u0000', 'ringing'),
        From: '\u0000',
        To: '\u0000',
      });
      expect(answer.status).toBeLessThan(300);
    }
    const early = status(sid, 'busy', { Timestamp: '-271821-04-20', AnsweredBy: 'a\u0000b' });
    expect((await tell(`/webhooks/twilio/status?call=${id}`, early)).status).toBe(204);
    expect(await client.call(id)).toMatchObject({ status: 'busy' });
  });

  test('CL17: a deleted call is not restored, and is hung up when it is answered', async () => {
    const { id, sid } = await ringing();
    await tell(`/webhooks/twilio/status?call=${id}`, status(sid, 'busy'));
    expect((await client.remove(id)).body).toEqual({ deleted: true });
    await tell(`/webhooks/twilio/status?call=${id}`, status(sid, 'in-progress'));
    expect((await tell(`/webhooks/twilio/voice?call=${id}`, status(sid, 'in-progress'))).body).toContain(
      '<Hangup/>',
    );
    expect(
      (await tell(`/webhooks/twilio/amd?call=${id}`, { CallSid: sid, AnsweredBy: 'human' })).status,
    ).toBe(204);
    expect((await client.request('GET', `/api/calls/${id}`)).status).toBe(404);
  });

  test('CL6: a second call under one id is hung up and ended, and the first goes on', async () => {
    const { id, sid } = await ringing();
    const account = {
      accountSid: lab.accountSid,
      authToken: lab.authToken,
      apiKey: null,
      phoneNumber: '+15005550006',
      baseUrl: lab.url,
    };
    const { carrier } = connectFixed(account, desk.url, { sandbox: true });
    const order = { callId: id, to: '+15005550102', from: '+15005550006', maxSeconds: 60 };
    const second = await carrier.place(order);
    const extra = second.kind === 'placed' ? second.call.sid : '';
    await expect.poll(() => lab.call(extra)?.status).toBe('canceled');
    const voice = await tell(`/webhooks/twilio/voice?call=${id}`, status(newSid(), 'in-progress'));
    expect(voice.body).toContain('<Hangup/>');
    expect(await client.call(id)).toMatchObject({ status: 'initiated', reason: null });
    expect(lab.call(sid)?.status).toBe('initiated');
  });

  test('when our answer failed, the fallback apologises and the call has the reason', async () => {
    const { id, sid } = await ringing();
    const answer = await tell(`/webhooks/twilio/fallback?call=${id}`, {
      ...status(sid, 'in-progress'),
      ErrorCode: '11200',
    });
    expect(answer.body).toMatch(/<Say[^>]*>We are sorry.*<Hangup\/>/);
    await tell(`/webhooks/twilio/status?call=${id}`, status(sid, 'completed', { CallDuration: '3' }));
    expect(await client.call(id)).toMatchObject({ status: 'completed', reason: 'agent_failed' });
  });

  test('CL18: an inbound call announced twice is one call', async () => {
    const sid = newSid();
    const params = { ...status(sid, 'ringing'), From: '+15005550040', To: '+15005550006' };
    const first = await tell('/webhooks/twilio/inbound', params);
    const again = await tell('/webhooks/twilio/inbound', params);
    // Each document has a stream token of its own for the same conversation.
    const bare = (body: string) => body.replace(/name="pass" value="[^"]+"/, '');
    expect(bare(again.body)).toBe(bare(first.body));
    expect((await client.calls()).filter(({ from }) => from === '+15005550040')).toHaveLength(1);
  });
});
