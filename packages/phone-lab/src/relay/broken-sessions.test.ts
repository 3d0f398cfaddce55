import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Lab, startLab } from '../lab.ts';
import type { LedgerEntry } from '../ledger.ts';
import { sdk, startApp, type TestApp, twiml } from '../testing/app.ts';
import { type RelayApp, startRelayApp } from '../testing/relay-app.ts';

let lab: Lab;
let app: TestApp;
let relay: RelayApp;
const from = '+15005550006';
const to = '+15005550010';

beforeAll(async () => {
  lab = await startLab({ speed: 20, cps: 1000, callees: { default: 'handset' } });
  app = await startApp(() => lab, {
    '/done': twiml('<Say>Afterwards.</Say>'),
  });
  relay = await startRelayApp(() => lab);
});
afterAll(async () => {
  await relay.close();
  await app.close();
  await lab.stop();
});

/** A call that is up, with its socket; the person at the other end is the test. */
async function connect(attributes = '', inner = '', url = `${relay.url}/relay`) {
  const document = twiml(
    `<Connect action="${app.url}/done"><ConversationRelay url="${url}" ${attributes}>${inner}</ConversationRelay></Connect>`,
  );
  const { sid } = await sdk(lab).calls.create({ to, from, twiml: document });
  await lab.waitFor(
    (entry) => entry.kind === 'progress' && entry.event === 'ringing' && entry.callSid === sid,
  );
  lab.answer(sid);
  return { sid, peer: await relay.peer(sid) };
}

const action = (sid: string) => app.hit('/done', (hit) => hit.params.CallSid === sid);
const isSaid = (entry: LedgerEntry) => entry.kind === 'said';
const said = (sid: string) =>
  lab
    .ledger(sid)
    .flatMap((entry) =>
      entry.kind === 'said' ? [`${entry.by}: ${entry.text}${entry.cut ? ' —' : ''}`] : [],
    );
const heard = (sid: string, text: string) =>
  lab.waitFor(
    (entry) => entry.callSid === sid && isSaid(entry) && entry.kind === 'said' && entry.text.includes(text),
  );
describe('applicationReconnect', () => {
  it('brings a dropped socket back, with everything that was said meanwhile', async () => {
    const { sid, peer } = await connect('applicationReconnect="true" welcomeGreeting="Hello."');
    await heard(sid, 'Hello.');
    peer.socket.terminate();
    lab.say(sid, 'Are you there?');
    await heard(sid, 'Are you there?');
    await expect.poll(async () => (await relay.peer(sid)) !== peer).toBe(true);
    const again = await relay.peer(sid);
    expect(await again.next('prompt')).toMatchObject({ voicePrompt: 'Are you there?' });
    expect(again.signed).toBe(true);
    expect(again.messages[0]).toEqual(peer.messages[0]);
    again.say('Yes, I am.');
    await heard(sid, 'Yes, I am.');
    expect(said(sid).filter((line) => line === 'app: Hello.')).toHaveLength(1);
    lab.hangUp(sid);
  });

  it('gives up when the application says goodbye itself', async () => {
    const { sid, peer } = await connect('applicationReconnect="true"');
    peer.socket.close(1000);
    expect((await action(sid)).params).toMatchObject({ SessionStatus: 'failed', ErrorCode: '64105' });
  });
});

describe('malformed messages', () => {
  it.each([
    ['no JSON', 'hello'],
    ['no object', '[1]'],
    ['no type', '{}'],
    ['an unknown type', '{"type":"interrupt"}'],
    ['no token', '{"type":"text","last":true}'],
    ['a null token', '{"type":"text","token":null}'],
    ['a flag in words', '{"type":"text","token":"a","last":"yes"}'],
    ['letters as digits', '{"type":"sendDigits","digits":"12a"}'],
    ['an empty language', '{"type":"language"}'],
    ['an object as handoff data', '{"type":"end","handoffData":{}}'],
    ['no source', '{"type":"play"}'],
  ])('%s: an error, and the session goes on', async (_, message) => {
    const { sid, peer } = await connect();
    peer.send(message);
    const error = await peer.next('error');
    expect(error.description).toBe(`Invalid message received: ${message}`);
    expect(lab.ledger(sid).some((entry) => entry.kind === 'problem' && entry.code === 64107)).toBe(true);
    lab.say(sid, 'Still here');
    await peer.next('prompt');
    lab.hangUp(sid);
  });

  it('ten in a row close the socket with 1007', async () => {
    const { sid, peer } = await connect();
    for (let count = 0; count < 9; count++) peer.send('nonsense');
    peer.send({ type: 'text', token: '', last: true });
    for (let count = 0; count < 10; count++) peer.send('nonsense');
    expect(await peer.closed).toEqual({ code: 1007, reason: 'Too many consecutive malformed messages' });
    expect(peer.all('error')).toHaveLength(19);
    expect((await action(sid)).params).toMatchObject({ SessionStatus: 'failed', ErrorCode: '64105' });
  });
});
