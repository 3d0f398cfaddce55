import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Lab, startLab } from '../lab.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
});
afterAll(() => lab.stop());

const good = { To: '+15005550010', From: '+15005550006', Twiml: '<Response/>' };

async function create(fields: Record<string, string | undefined>) {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value);
  const answer = await fetch(`${lab.url}/2010-04-01/Accounts/${lab.accountSid}/Calls.json`, {
    method: 'POST',
    body: form,
    headers: { Authorization: `Basic ${btoa(`${lab.accountSid}:${lab.authToken}`)}` },
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

describe('a create request', () => {
  it.each<[string, Record<string, string | undefined>, number]>([
    ['no To', { To: undefined }, 21201],
    ['no From', { From: undefined }, 21213],
    ['no document', { Twiml: undefined }, 21205],
    ['a broken Url', { Url: 'nonsense' }, 21205],
    ['a Url that is no web address', { Url: 'ftp://a.test/x' }, 21205],
    ['To is no number', { To: 'hello' }, 21211],
    ['To too short', { To: '+123' }, 21211],
    ['magic To: invalid', { To: '+15005550001' }, 21217],
    ['magic To: unreachable', { To: '+15005550002' }, 21214],
    ['magic To: country', { To: '+15005550003' }, 21215],
    ['magic To: blocked', { To: '+15005550004' }, 21216],
    ['magic From: invalid', { From: '+15005550001' }, 21212],
    ['From is no number', { From: 'me' }, 21212],
    ['From not owned', { From: '+15005550010' }, 21210],
    ['method', { Method: 'PUT', Url: 'http://a.test/' }, 21209],
    ['timeout', { Timeout: '601' }, 21208],
    ['time limit', { TimeLimit: 'long' }, 20001],
    ['digits', { SendDigits: '12x' }, 21206],
    ['status callback', { StatusCallback: 'http://under_score.test/' }, 21609],
    ['status event', { StatusCallback: 'http://a.test/', StatusCallbackEvent: 'dancing' }, 21626],
    ['machine detection', { MachineDetection: 'maybe' }, 21207],
    ['too much TwiML', { Twiml: `<Response>${' '.repeat(4000)}</Response>` }, 21264],
  ])('is refused: %s', async (_, fields, code) => {
    const { status, body } = await create({ ...good, ...fields });
    expect(status).toBe(400);
    expect(body).toEqual({
      code,
      status: 400,
      message: expect.any(String),
      more_info: `https://www.twilio.com/docs/errors/${code}`,
    });
    expect(lab.calls()).toEqual([]);
  });

  it.each([
    { Record: 'true', RecordingConfigurationId: 'x' },
    { ApplicationSid: `AP${'1'.repeat(32)}` },
    { To: 'sip:a@b.test' },
    { To: 'client:ann' },
    { CallerId: '+15005550007' },
    { CallToken: 'x' },
    { Byoc: `BY${'1'.repeat(32)}` },
    { SipAuthUsername: 'ann' },
    { ClientNotificationUrl: 'http://a.test/' },
    { Passports: 'x' },
  ])('with %o is a 501 and creates no call', async (fields) => {
    const { status, body } = await create({ ...good, ...fields });
    expect(status).toBe(501);
    expect(body.message).toContain('phone-lab');
    expect(lab.calls()).toEqual([]);
  });

  it('prefers Url to Twiml, and has optional parameters', async () => {
    const { status } = await create({ ...good, Url: 'http://127.0.0.1:1/', Record: 'false' });
    expect(status).toBe(201);
  });
});
