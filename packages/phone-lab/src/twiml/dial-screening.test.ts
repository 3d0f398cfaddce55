import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Hit, sdk, startApp, type TestApp, twiml } from '../../testing/app.ts';
import { from, problems, ringing, said, waitForSaid } from '../../testing/calls.ts';
import { type Lab, startLab } from '../lab.ts';

const briefing = 'Ann Miller is on the line about her bill. Press 1 to take the call.';

let lab: Lab;
let app: TestApp;

beforeAll(async () => {
  const handset = { ring: 'handset' } as const;
  const listens = { greeting: 'Hello?', patienceMs: 'endless', manners: false } as const;
  const callees = { '+15005550020': listens, '+15005550030': handset, '+15005550031': handset };
  lab = await startLab({ speed: 50, cps: 1000, callees });
  app = await startApp(() => lab, {
    '/brief': ({ params }: Hit) => ({
      body:
        params.Digits === undefined
          ? twiml(`<Gather numDigits="1" timeout="60"><Say>${briefing}</Say></Gather><Hangup/>`)
          : twiml(params.Digits === '1' ? '' : '<Hangup/>'),
    }),
    '/elsewhere': twiml('<Dial>+15005550011</Dial>'),
    '/broken': () => ({ status: 500 }),
    '/done': twiml('<Say>Back again.</Say>'),
  });
});
afterAll(async () => {
  await app.close();
  await lab.stop();
});

async function dial(number: string, options: { url?: string; dial?: string } = {}): Promise<string> {
  const { url = '/brief', dial: attributes = 'answerOnBridge="true" timeout="20"' } = options;
  const noun = `<Number url="${app.url}${url}">${number}</Number>`;
  const document = twiml(`<Dial ${attributes} action="${app.url}/done">${noun}</Dial>`);
  const { sid } = await sdk(lab).calls.create({ to: '+15005550020', from, twiml: document });
  return sid;
}

/** The leg to the colleague, once it is in this state. */
async function leg(parentSid: string, status: string): Promise<string> {
  const entry = await lab.waitFor(
    (one) => one.kind === 'call' && one.record.parentCallSid === parentSid && one.record.status === status,
  );
  return entry.callSid ?? '';
}

const reported = (sid: string) => app.hit('/done', (hit) => hit.params.CallSid === sid);

describe('<Dial><Number url>', () => {
  it('joins a colleague who presses 1, and reports DialBridged', async () => {
    const sid = await dial('+15005550115');
    const child = await leg(sid, 'in-progress');
    await waitForSaid(lab, sid, 'How can I help you?');
    expect(said(lab, child).join()).toContain('app: Ann Miller is on the line about her bill. Press 1');
    expect(said(lab, sid).join()).not.toContain('Press 1');
    const asked = app.on('/brief').filter((hit) => hit.params.CallSid === child);
    expect(asked.map((hit) => hit.params.Digits)).toEqual([undefined, '1']);
    expect(asked.every((hit) => hit.signed)).toBe(true);
    expect(asked[0]?.params).toMatchObject({
      ParentCallSid: sid,
      To: '+15005550115',
      From: from,
      CallStatus: 'in-progress',
      Direction: 'outbound-dial',
    });
    lab.hangUp(child);
    const { params } = await reported(sid);
    expect(params).toMatchObject({ DialCallStatus: 'completed', DialCallSid: child, DialBridged: 'true' });
    expect(Number(params.DialCallDuration)).toBeGreaterThan(0);
    await waitForSaid(lab, sid, 'Back again.');
  });

  it.each([
    ['does not press a key', '+15005550116', 'completed'],
    ['hangs up while hearing the briefing', '+15005550117', 'completed'],
    ['is a mailbox', '+15005550103', 'completed'],
    ['is busy', '+15005550101', 'busy'],
    ['does not answer', '+15005550102', 'no-answer'],
    ['cannot be reached', '+15005550107', 'failed'],
  ])('comes back when the colleague %s', async (_, number, status) => {
    const sid = await dial(number);
    const { params } = await reported(sid);
    expect(params).toMatchObject({ DialCallStatus: status, DialBridged: 'false', CallStatus: 'in-progress' });
    await waitForSaid(lab, sid, 'Back again.');
    expect(said(lab, sid).filter((line) => line.startsWith('app'))).toEqual(['app: Back again.']);
    expect((await lab.ended(params.DialCallSid ?? '')).status).toBe(status);
  });

  it('comes back when another key is pressed', async () => {
    const sid = await dial('+15005550030');
    const child = await leg(sid, 'ringing');
    lab.answer(child);
    await waitForSaid(lab, child, briefing);
    lab.press(child, '2');
    expect((await reported(sid)).params).toMatchObject({ DialCallStatus: 'completed', DialBridged: 'false' });
  });

  it.each([
    ['holds <Dial>', '/elsewhere', 12200],
    ['cannot be read', '/broken', 11200],
  ])('apologizes to the colleague and comes back when the document %s', async (_, url, code) => {
    const sid = await dial('+15005550116', { url });
    const { params } = await reported(sid);
    expect(params).toMatchObject({ DialCallStatus: 'completed', DialBridged: 'false' });
    const child = params.DialCallSid ?? '';
    expect(problems(lab, child)).toEqual([`error ${code}`]);
    expect(said(lab, child).join()).toContain('application error');
    expect(lab.calls().some((call) => call.parentCallSid === child)).toBe(false);
  });

  it('answerOnBridge: an inbound call is answered when the colleague takes it', async () => {
    const document = `<Dial answerOnBridge="true"><Number url="${app.url}/brief">+15005550031</Number></Dial>`;
    const inbound = await startApp(() => lab, { '/voice': twiml(document) });
    lab.setNumber('+15005550007', { voiceUrl: `${inbound.url}/voice` });
    const { sid } = lab.dialIn({ from: '+15005550010', to: '+15005550007' });
    const child = await leg(sid, 'ringing');
    lab.answer(child);
    await waitForSaid(lab, child, briefing);
    expect(lab.call(sid)?.status).toBe('ringing');
    lab.press(child, '1');
    await lab.waitFor(
      (one) => one.callSid === sid && one.kind === 'call' && one.record.status === 'in-progress',
    );
    lab.hangUp(sid);
    expect((await lab.ended(child)).status).toBe('completed');
    await inbound.close();
  });

  describe('the caller hangs up', () => {
    const hangsUp = async (sid: string) => {
      lab.hangUp(sid);
      return (await reported(sid)).params;
    };

    it('while it rings: the leg is canceled', async () => {
      const sid = await dial('+15005550030');
      const child = await leg(sid, 'ringing');
      expect(await hangsUp(sid)).toMatchObject({
        CallStatus: 'completed',
        DialCallStatus: 'canceled',
        DialBridged: 'false',
      });
      expect((await lab.ended(child)).status).toBe('canceled');
    });

    it('during the briefing: it ends there', async () => {
      const sid = await dial('+15005550030');
      const child = await leg(sid, 'ringing');
      lab.answer(child);
      await lab.waitFor((entry) => entry.callSid === child && entry.kind === 'webhook');
      expect(await hangsUp(sid)).toMatchObject({ DialCallStatus: 'completed', DialBridged: 'false' });
      expect((await lab.ended(child)).status).toBe('completed');
      expect(said(lab, child).join()).not.toContain('take the call.');
    });

    it('after they were joined: both end', async () => {
      const sid = await dial('+15005550030');
      const child = await leg(sid, 'ringing');
      await ringing(lab, child);
      lab.answer(child);
      await waitForSaid(lab, child, briefing);
      lab.press(child, '1');
      await app.hit('/brief', (hit) => hit.params.CallSid === child && hit.params.Digits === '1');
      await lab.waitFor(
        (entry) => entry.callSid === child && entry.kind === 'webhook' && entry.purpose === 'action',
      );
      lab.say(child, 'Hello, here is Kim.');
      await waitForSaid(lab, sid, 'here is Kim');
      expect(await hangsUp(sid)).toMatchObject({ DialCallStatus: 'completed', DialBridged: 'true' });
      expect((await lab.ended(child)).status).toBe('completed');
    });
  });
});
