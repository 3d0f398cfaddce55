import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sdk, startApp, type TestApp, twiml } from '../../testing/app.ts';
import { type RelayApp, type RelayPeer, startRelayApp } from '../../testing/relay-app.ts';
import { type Lab, startLab } from '../lab.ts';

const [number = '', second = ''] = ['+15005550006', '+15005550007'];
const lines = [
  'I am calling about your appointment on Monday. Will you come?',
  'Wonderful. Is there anything else?',
  'Then goodbye.',
];

/** An agent that answers each prompt with its next line, streamed in small pieces, and ends when it has said goodbye. */
function simpleAgent(peer: RelayPeer): void {
  let turn = 0;
  peer.socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as {
      type: string;
      last?: boolean;
      name?: string;
      value?: string;
    };
    if (message.type === 'info' && message.value?.includes('goodbye.'))
      peer.send({ type: 'end', handoffData: '{}' });
    if (message.type !== 'prompt' || !message.last) return;
    const line = lines[Math.min(turn++, lines.length - 1)] ?? '';
    for (const token of line.match(/.{1,4}/g) ?? []) peer.send({ type: 'text', token, last: false });
    peer.send({ type: 'text', token: '', last: true });
  });
}

let lab: Lab;
let app: TestApp;
let relay: RelayApp;

beforeAll(async () => {
  lab = await startLab({ speed: 20, cps: 1000 });
  relay = await startRelayApp(() => lab, simpleAgent);
  const attributes = `url="${relay.url}/agent" welcomeGreeting="Hello, this is the assistant of the practice." events="tokens-played"`;
  app = await startApp(() => lab, {
    '/voice': twiml(`<Connect action="/done"><ConversationRelay ${attributes}/></Connect>`),
    '/done': twiml('<Hangup/>'),
  });
});
afterAll(async () => {
  await relay.close();
  await app.close();
  await lab.stop();
});

const transcript = (sid: string) =>
  lab.ledger(sid).flatMap((entry) => (entry.kind === 'said' ? [`${entry.by}: ${entry.text}`] : []));

describe('a third-party agent', () => {
  it('finishes a conversation with the default callee', async () => {
    const call = await sdk(lab).calls.create({ to: '+15005550010', from: number, url: `${app.url}/voice` });
    expect((await lab.ended(call.sid)).status).toBe('completed');
    const said = transcript(call.sid);
    expect(said[0]).toBe('party: Hello?');
    expect(said).toContain('app: I am calling about your appointment on Monday. Will you come?');
    expect(said).toContain('party: Yes, I will be there.');
    // Whoever says goodbye first ends it; the other's last words may be cut.
    expect(said.slice(-2).join(' ')).toMatch(/goodbye\./i);
  });

  it('is called by the callee wants-appointment', async () => {
    const client = sdk(lab);
    const [own] = await client.incomingPhoneNumbers.list({ phoneNumber: second });
    await client.incomingPhoneNumbers(own?.sid ?? '').update({ voiceUrl: `${app.url}/voice` });
    const { sid } = lab.dialIn({ from: '+15005550010', to: second });
    const peer = await relay.peer(sid);
    expect(peer.messages[0]).toMatchObject({
      direction: 'inbound',
      callStatus: 'RINGING',
      from: '+15005550010',
      to: second,
    });
    expect((await lab.ended(sid)).status).toBe('completed');
    expect(
      transcript(sid).some((line) => line.startsWith('party: I would like to make an appointment')),
    ).toBe(true);
  });

  it('holds twenty separate conversations at once', async () => {
    const client = sdk(lab);
    const callees = ['confirms', 'wants-another-day', 'confused', 'wrong-number'];
    const calls = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const to = `+1500555${String(2000 + index)}`;
        lab.callees.setNumber(to, callees[index % callees.length] ?? 'confirms');
        return client.calls.create({ to, from: number, url: `${app.url}/voice` });
      }),
    );
    const records = await Promise.all(calls.map((call) => lab.ended(call.sid)));
    expect(records.map((record) => record.status)).toEqual(Array(20).fill('completed'));
    for (const record of records) {
      const said = transcript(record.sid).join('\n');
      expect(said.includes('wrong number')).toBe(record.callee === 'wrong-number');
      expect(said.includes('Who is calling, please?')).toBe(record.callee === 'confused');
    }
  }, 60_000);
});
