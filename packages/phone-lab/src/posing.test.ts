import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sdk, twiml } from '../testing/app.ts';
import { readOptions } from './cli/options.ts';
import { type Lab, startLab } from './lab.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await startLab({ poses: true, speed: 100, account: { friendlyName: 'Practice', balance: '3.10' } });
});
afterAll(() => lab.stop());

describe('a lab that poses as Twilio', () => {
  it('does not answer the challenge of the sandbox', async () => {
    const answer = await fetch(`${lab.url}/lab/proof?challenge=a-challenge-of-some-length`);
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toContain(lab.accountSid);
  });

  it('has an account that says nothing of a lab', async () => {
    const account = await sdk(lab).api.accounts(lab.accountSid).fetch();
    expect(account).toMatchObject({ friendlyName: 'Practice', status: 'active', type: 'Full' });
    const plain = await startLab({ poses: true });
    expect((await sdk(plain).api.accounts(plain.accountSid).fetch()).friendlyName).not.toMatch(/lab/i);
    await plain.stop();
  });

  it('calls the magic numbers of test credentials as any other', async () => {
    const call = await sdk(lab).calls.create({
      from: '+15005550006',
      to: '+15005550001',
      twiml: twiml('<Hangup/>'),
    });
    expect((await lab.ended(call.sid)).status).toBe('completed');
  });

  it('is changed by the program that started it, not over the network', async () => {
    const answer = await fetch(`${lab.url}/lab/account`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: '{"status": "suspended"}',
    });
    expect(answer.status).toBe(404);
  });

  it('is asked for by a flag', () => {
    expect(readOptions(['--pose-as-twilio'], {})).toMatchObject({ poses: true });
    expect(readOptions([], {})).toMatchObject({ poses: false });
  });
});
