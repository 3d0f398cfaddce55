import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { createServer } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sdk, startApp, type TestApp, twiml } from '../../testing/app.ts';
import { from, problems, to } from '../../testing/calls.ts';
import { type StreamApp, startStreamApp } from '../../testing/stream-app.ts';
import { type Lab, startLab } from '../lab.ts';

let lab: Lab;
let app: TestApp;
let media: StreamApp;

beforeAll(async () => {
  // So fast that the buffer of a socket nobody reads is full within moments.
  lab = await startLab({ speed: 400, cps: 1000, callees: { default: 'silent' } });
  app = await startApp(() => lab, { '/events': '' });
  media = await startStreamApp(() => lab);
});
afterAll(async () => {
  await media.close();
  await app.close();
  await lab.stop();
});

const place = async (document: string) =>
  (await sdk(lab).calls.create({ to, from, twiml: twiml(document) })).sid;
const connect = (url: string) =>
  place(`<Connect><Stream url="${url}" statusCallback="${app.url}/events"/></Connect><Say>Next verb.</Say>`);
const told = (sid: string, code: string) =>
  app.hit('/events', ({ params }) => params.CallSid === sid && params.StreamError === code);

describe('a media stream', () => {
  it('whose server speaks TLS without a certificate fails with 31910', async () => {
    const nameless = createServer();
    nameless.on('tlsClientError', () => {});
    await once(nameless.listen(0, '127.0.0.1'), 'listening');
    const sid = await connect(`wss://127.0.0.1:${(nameless.address() as AddressInfo).port}/media`);
    await lab.ended(sid);
    expect(problems(lab, sid)).toEqual(['error 31910']);
    await told(sid, '31910');
    nameless.close();
  });

  it('ends with 31924 and the next verb when a frame breaks the websocket protocol', async () => {
    const sid = await connect(`${media.url}/media`);
    const { socket } = await media.peer(sid);
    (socket as unknown as { _socket: Socket })._socket.write(Buffer.from([0xff, 0xff, 0xff]));
    await lab.ended(sid);
    // At this speed a busy machine may lose sound before the frame arrives.
    const others = problems(lab, sid).filter((problem) => problem !== 'warning 31930');
    expect(others).toEqual(['error 31924']);
    expect(lab.ledger(sid).some((entry) => entry.kind === 'said' && entry.text === 'Next verb.')).toBe(true);
    await told(sid, '31924');
  });

  it('loses sound with one warning 31930 when its server does not read', async () => {
    const fork = `<Stream url="${media.url}/fork" track="both_tracks"/>`;
    const sid = await place(`<Start>${fork}</Start><Pause length="14000"/>`);
    const { socket } = await media.peer(sid);
    socket.pause();
    await lab.waitFor((entry) => entry.callSid === sid && entry.kind === 'problem');
    socket.resume();
    await sdk(lab).calls(sid).update({ status: 'completed' });
    expect(problems(lab, sid)).toEqual(['warning 31930']);
  }, 30_000);
});
