import twilio from 'twilio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusal, sdk, twiml } from '../../testing/app.ts';
import { type Lab, startLab } from '../lab.ts';

let lab: Lab;
let client: ReturnType<typeof sdk>;
const _from = '+15005550006';
const _wait = twiml('<Pause length="3600"/>');

beforeAll(async () => {
  lab = await startLab({ speed: 100, cps: 1000 });
  client = sdk(lab);
});
afterAll(() => lab.stop());

const raw = (path: string, init: RequestInit = {}) =>
  fetch(lab.url + path, {
    ...init,
    headers: { Authorization: `Basic ${btoa(`${lab.accountSid}:${lab.authToken}`)}`, ...init.headers },
  });

const _status = (sid: string, wanted: string) =>
  lab.waitFor((entry) => entry.kind === 'call' && entry.callSid === sid && entry.record.status === wanted);

describe('authentication', () => {
  it('takes an API key of the account', async () => {
    const keyed = twilio(lab.apiKey.sid, lab.apiKey.secret, { accountSid: lab.accountSid });
    keyed.api.baseUrl = lab.url;
    expect((await keyed.incomingPhoneNumbers.list()).length).toBe(2);
  });

  it.each([
    ['a wrong token', () => twilio(lab.accountSid, 'wrong')],
    ['a foreign account', () => twilio(`AC${'f'.repeat(32)}`, lab.authToken)],
    [
      'a foreign account in the path',
      () => twilio(lab.apiKey.sid, lab.apiKey.secret, { accountSid: `AC${'f'.repeat(32)}` }),
    ],
  ])('refuses %s', async (_, make) => {
    const stranger = make();
    stranger.api.baseUrl = lab.url;
    expect(await refusal(stranger.calls.list())).toMatchObject({ status: 401, code: 20003 });
  });

  it('asks for credentials', async () => {
    const answer = await fetch(`${lab.url}/2010-04-01/Accounts/${lab.accountSid}/Calls.json`);
    expect(answer.status).toBe(401);
    expect(answer.headers.get('www-authenticate')).toContain('Basic');
  });
});

describe('what is not supported', () => {
  it.each([
    ['POST', `Messages/SM${'1'.repeat(32)}.json`],
    ['POST', `Calls/CA${'1'.repeat(32)}/Transcriptions.json`],
    ['GET', `Calls/CA${'1'.repeat(32)}`],
    ['GET', 'IncomingPhoneNumbers/Local.json'],
    ['POST', 'IncomingPhoneNumbers/Local.json'],
    ['GET', 'AvailablePhoneNumbers/US/Local.json'],
    ['GET', '../../../v2/PhoneNumbers/+15005550010'],
  ])('%s %s is a 501 with a message', async (method, path) => {
    const answer = await raw(`/2010-04-01/Accounts/${lab.accountSid}/${path}`, { method });
    expect(answer.status).toBe(501);
    expect(await answer.json()).toMatchObject({
      status: 501,
      message: expect.stringContaining('phone-lab does not support'),
    });
  });

  it('a call of another account is not found', async () => {
    expect(await refusal(client.calls(`CA${'1'.repeat(32)}`).fetch())).toMatchObject({
      status: 404,
      code: 20404,
    });
  });

  it('lists and fetches the account', async () => {
    expect(await client.api.accounts(lab.accountSid).fetch()).toMatchObject({
      sid: lab.accountSid,
      status: 'active',
    });
    const [account, ...others] = await client.api.accounts.list();
    expect(account).toMatchObject({ sid: lab.accountSid, status: 'active', type: 'Full' });
    expect(others).toEqual([]);
    expect(await client.api.accounts.list({ status: 'closed' })).toEqual([]);
  });
});
