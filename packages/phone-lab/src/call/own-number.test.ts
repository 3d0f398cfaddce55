import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sdk, startApp, type TestApp, twiml } from '../../testing/app.ts';
import { type Lab, startLab } from '../lab.ts';

let lab: Lab;
let app: TestApp;
const [first = '', second = '', third = ''] = ['+15005550006', '+15005550007', '+15005550008'];

beforeAll(async () => {
  lab = await startLab({ speed: 30, cps: 1000, numbers: [first, second, third] });
  app = await startApp(() => lab, {
    '/desk': twiml(
      '<Say>This is the desk.</Say><Gather input="dtmf" numDigits="1" timeout="30" action="/bye"/>',
    ),
    '/bye': twiml('<Say>Goodbye then.</Say>'),
    '/reject': twiml('<Reject reason="busy"/>'),
    '/ended': '',
  });
});
afterAll(async () => {
  await app.close();
  await lab.stop();
});

async function answerWith(path: string): Promise<void> {
  const [number] = await sdk(lab).incomingPhoneNumbers.list({ phoneNumber: second });
  await sdk(lab)
    .incomingPhoneNumbers(number?.sid ?? '')
    .update({ voiceUrl: app.url + path, statusCallback: `${app.url}/ended` });
}

const place = (to: string, document: string) =>
  sdk(lab).calls.create({ to, from: first, twiml: twiml(document) });
const said = (sid: string) =>
  lab.ledger(sid).flatMap((entry) => (entry.kind === 'said' ? [`${entry.by}: ${entry.text}`] : []));

describe('a call from one number of the account to another', () => {
  it('has an inbound leg of its own, run by the voice URL; each side hears the other', async () => {
    await answerWith('/desk');
    const outer = await place(
      second,
      '<Pause length="4"/><Say>Then I press one.</Say><Play digits="1"/><Pause length="90"/>',
    );
    const hit = await app.hit('/desk');
    expect(hit.params).toMatchObject({
      Direction: 'inbound',
      From: first,
      To: second,
      CallStatus: 'ringing',
    });
    const inner = hit.params.CallSid ?? '';
    expect(inner).not.toBe(outer.sid);
    expect((await lab.ended(outer.sid)).status).toBe('completed');
    expect(await lab.ended(inner)).toMatchObject({ status: 'completed', direction: 'inbound', from: first });
    expect(said(outer.sid)).toEqual([
      'party: This is the desk.',
      'app: Then I press one.',
      'party: Goodbye then.',
    ]);
    expect(said(inner)).toEqual(['app: This is the desk.', 'party: Then I press one.', 'app: Goodbye then.']);
    expect((await app.hit('/ended')).params).toMatchObject({ CallSid: inner, CallStatus: 'completed' });
  });

  it('is busy when the other number rejects it as busy', async () => {
    await answerWith('/reject');
    const outer = await place(second, '<Say>Hello?</Say>');
    expect((await lab.ended(outer.sid)).status).toBe('busy');
  });

  it('ends both legs when one hangs up', async () => {
    await answerWith('/desk');
    const outer = await place(second, '<Say>Bye.</Say><Hangup/>');
    await lab.ended(outer.sid);
    const inner = lab.calls().find((call) => call.direction === 'inbound');
    expect((await lab.ended(inner?.sid ?? '')).status).toBe('completed');
  });

  it('fails where the number has no voice URL', async () => {
    const outer = await place(third, '<Say>Hello?</Say>');
    expect(await lab.ended(outer.sid)).toMatchObject({ status: 'failed', sipCode: 480 });
  });

  it('is answered by a callee where one is set for the number', async () => {
    lab.callees.setNumber(third, 'confirms');
    const outer = await place(third, '<Say>Hello?</Say>');
    expect(await lab.ended(outer.sid)).toMatchObject({ status: 'completed', callee: 'confirms' });
  });
});
