import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sdk, startApp, type TestApp, twiml } from '../../testing/app.ts';
import { from, to } from '../../testing/calls.ts';
import { type Lab, startLab } from '../lab.ts';

let lab: Lab;
let app: TestApp;

beforeAll(async () => {
  lab = await startLab({ speed: 100, cps: 1000 });
  app = await startApp(() => lab, { '/dialed': twiml('<Say>Done.</Say>') });
});
afterAll(async () => {
  await app.close();
  await lab.stop();
});

const place = (document: string) => sdk(lab).calls.create({ to, from, twiml: twiml(document) });

/** Places a call with this document and waits for its end. */
async function run(document: string) {
  const { sid } = await place(document);
  await lab.ended(sid);
  const entries = lab.ledger(sid);
  const said = entries.flatMap((entry) => (entry.kind === 'said' && entry.by === 'app' ? [entry.text] : []));
  const problems = entries.flatMap((entry) => (entry.kind === 'problem' ? [entry.code] : []));
  return { sid, said, problems };
}

/** The leg that <Dial> made to this number, once it is answered. */
const answeredLeg = (number: string) =>
  lab.waitFor(
    (entry) => entry.kind === 'call' && entry.record.to === number && entry.record.status === 'in-progress',
  );

describe('<Dial>', () => {
  it('sequential rings the next number when one does not answer', async () => {
    const numbers = '<Number>+15005550101</Number><Number>+15005550012</Number><Number>+15005550013</Number>';
    const placed = place(`<Dial sequential="true">${numbers}</Dial>`);
    const child = await answeredLeg('+15005550012');
    const { sid } = await placed;
    const legs = () => lab.calls().filter((call) => call.parentCallSid === sid);
    expect(legs().map(({ to, status }) => `${to} ${status}`)).toEqual([
      '+15005550012 in-progress',
      '+15005550101 busy',
    ]);
    lab.hangUp(child.callSid ?? '');
    await lab.ended(sid);
    expect(legs()).toHaveLength(2);
  });

  it('hangupOnStar: a star ends the leg, and the document goes on', async () => {
    const { sid } = await place(
      '<Dial hangupOnStar="true"><Number sendDigits="1">+15005550014</Number></Dial><Say>And on.</Say>',
    );
    const child = await answeredLeg('+15005550014');
    await lab.waitFor((entry) => entry.callSid === sid && entry.kind === 'said' && entry.by === 'app');
    lab.press(sid, '*');
    expect((await lab.ended(child.callSid ?? '')).status).toBe('completed');
    await lab.ended(sid);
    expect(lab.ledger(sid).some((entry) => entry.kind === 'said' && entry.text === 'And on.')).toBe(true);
    expect(
      lab.ledger(sid).some((entry) => entry.kind === 'problem' && /sendDigits/.test(entry.message)),
    ).toBe(true);
  });

  it('joins another number, then reports to action', async () => {
    const number = `<Number statusCallback="${app.url}/leg" statusCallbackEvent="initiated answered completed">+15005550104</Number>`;
    const parent = place(`<Dial action="${app.url}/dialed" timeout="20">${number}</Dial>`);
    const child = await answeredLeg('+15005550104');
    const { sid } = await parent;
    lab.hangUp(child.callSid ?? '');
    const hit = await app.hit('/dialed', (one) => one.params.CallSid === sid);
    expect(hit.params).toMatchObject({
      DialCallStatus: 'completed',
      DialCallSid: child.callSid,
      DialBridged: 'true',
    });
    const record = lab.call(child.callSid ?? '');
    expect(record).toMatchObject({ parentCallSid: sid, to: '+15005550104', from });
    await lab.ended(sid);
    await app.hit('/leg', (one) => one.params.CallStatus === 'completed');
    expect(app.on('/leg').map((one) => one.params.CallStatus)).toEqual([
      'initiated',
      'in-progress',
      'completed',
    ]);
    expect(app.on('/leg').every((one) => one.params.ParentCallSid === sid && one.signed)).toBe(true);
  });

  it.each([
    ['+15005550101', 'busy'],
    ['+15005550102', 'no-answer'],
    ['+15005550107', 'failed'],
  ])('to %s reports %s', async (number, status) => {
    const { sid, said } = await run(`<Dial action="${app.url}/dialed" timeout="5">${number}</Dial>`);
    const hit = await app.hit('/dialed', (one) => one.params.CallSid === sid);
    expect(hit.params).toMatchObject({ DialCallStatus: status, DialCallDuration: '0', DialBridged: 'false' });
    expect(said).toEqual(['Done.']);
  });

  it('carries words between the two ends, and ends with its call', async () => {
    const call = await place('<Dial>+15005550011</Dial>');
    const child = await lab.waitFor(
      (entry) =>
        entry.kind === 'said' &&
        entry.by === 'party' &&
        lab.call(entry.callSid ?? '')?.parentCallSid === call.sid,
    );
    await lab.waitFor(
      (entry) =>
        entry.kind === 'said' && entry.callSid === call.sid && entry.by === 'app' && entry.text === 'Hello?',
    );
    lab.hangUp(call.sid);
    expect((await lab.ended(child.callSid ?? '')).status).toBe('completed');
  });

  it.each(['nonsense', '<Sip>sip:a@b.test</Sip>'])('to %s is an error', async (noun) => {
    const { problems } = await run(`<Dial>${noun}</Dial>`);
    expect(problems).toHaveLength(1);
  });

  it('with a caller id that is not of the account is an error', async () => {
    expect((await run('<Dial callerId="+4930123456">+15005550011</Dial>')).problems).toEqual([13214]);
  });
});
