import { buffer } from 'node:stream/consumers';
import { type Lab, startLab } from '@parley/phone-lab';
import twilio from 'twilio';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { connectFixed } from '../../../testing/twilio-account.ts';
import type { CarrierAccount } from '../../config/carrier.ts';
import type { CarrierRecordings } from '../../ports/carrier-recordings.ts';

let lab: Lab;
const signal = new AbortController().signal;

beforeAll(async () => {
  lab = await startLab({ speed: 50, cps: 100 });
});
afterAll(() => lab.stop());
afterEach(() => lab.faults.clear());

function recordingsOf(more: Partial<CarrierAccount> = {}): CarrierRecordings {
  const { accountSid, authToken, url } = lab;
  const account = { accountSid, authToken, apiKey: null, phoneNumber: '+15005550006', baseUrl: url, ...more };
  const { recordings } = connectFixed(account, 'http://127.0.0.1:9', { sandbox: true }).carrier;
  if (!recordings) throw new Error('The adapter does not record.');
  return recordings;
}

/** A call that was recorded and is over, by the carrier's id. */
async function recordedCall(): Promise<string> {
  const client = twilio(lab.accountSid, lab.authToken);
  client.api.baseUrl = lab.url;
  const start = '<Start><Recording channels="dual" trim="do-not-trim"/></Start>';
  const { sid } = await client.calls.create({
    ...{ to: '+15005550010', from: '+15005550006' },
    twiml: `<Response>${start}<Say>Agent speaking.</Say></Response>`,
  });
  await lab.waitFor(
    (entry) =>
      entry.callSid === sid &&
      entry.kind === 'recording' &&
      ['completed', 'absent'].includes(entry.recording.status),
  );
  return sid;
}

test('RC4: the recordings of a call are those with its id', async () => {
  const [sid, other] = [await recordedCall(), await recordedCall()];
  const listed = await recordingsOf().ofCall(sid);
  if (listed.kind !== 'found') throw new Error(listed.detail);
  expect(listed.recordings).toEqual([
    {
      ...{
        sid: expect.stringMatching(/^RE/),
        carrierSid: sid,
        state: 'complete',
        channels: 2,
        errorCode: null,
      },
      ...{ seconds: expect.any(Number), startedAt: expect.any(Date) },
    },
  ]);
  expect(await recordingsOf().ofCall(other)).not.toEqual(listed);
  expect(await recordingsOf().ofCall(`CA${'0'.repeat(32)}`)).toEqual({ kind: 'found', recordings: [] });
});

test('a download that is stopped before it is read does not end the process', async () => {
  const recordings = recordingsOf();
  const listed = await recordings.ofCall(await recordedCall());
  if (listed.kind !== 'found') throw new Error(listed.detail);
  const stopping = new AbortController();
  const sent = await recordings.download(listed.recordings[0]?.sid ?? '', stopping.signal);
  if (sent.kind !== 'found') throw new Error(sent.kind);
  // `once` of node:events would listen for errors, too.
  const closed = new Promise((resolve) => sent.body.once('close', resolve));
  stopping.abort();
  sent.body.destroy(new Error('stopped'));
  await closed;
});

test('RC5: a source that no description lists and a recording without sound are read', async () => {
  lab.faults.set({ recordingUnknownSource: 1, recordingAbsent: { status: 31_999 } });
  const listed = await recordingsOf().ofCall(await recordedCall());
  expect(listed).toMatchObject({ recordings: [{ state: 'absent', errorCode: 31_999, seconds: 0 }] });
});

test('RC6: it is downloaded with the login of the account, and deleted; deleting it again is no error', async () => {
  const listed = await recordingsOf().ofCall(await recordedCall());
  const sid = listed.kind === 'found' ? (listed.recordings[0]?.sid ?? '') : '';
  const sent = await recordingsOf().download(sid, signal);
  if (sent.kind !== 'found') throw new Error(sent.kind);
  const file = await buffer(sent.body);
  expect([sent.size, file.toString('latin1', 0, 4)]).toEqual([file.length, 'RIFF']);
  const stranger = recordingsOf({ authToken: 'f'.repeat(32) });
  expect(await stranger.download(sid, signal)).toEqual({ kind: 'unavailable', detail: 'HTTP 401' });
  for (let n = 0; n < 2; n += 1) expect(await recordingsOf().remove(sid)).toEqual({ kind: 'gone' });
  expect(await recordingsOf().download(sid, signal)).toEqual({ kind: 'missing' });
});

test('RC5: a carrier that fails, breaks off or cannot be reached is unavailable', async () => {
  const listed = await recordingsOf().ofCall(await recordedCall());
  const sid = listed.kind === 'found' ? (listed.recordings[0]?.sid ?? '') : '';
  lab.faults.set({ recordingDownload: { status: 503 } });
  expect(await recordingsOf().download(sid, signal)).toEqual({ kind: 'unavailable', detail: 'HTTP 503' });
  lab.faults.set({ recordingDownload: 1 });
  const broken = await recordingsOf().download(sid, signal);
  if (broken.kind !== 'found') throw new Error(broken.kind);
  await expect(buffer(broken.body)).rejects.toThrow();
  lab.faults.clear();
  lab.faults.set({ restError: { status: 503 } });
  expect((await recordingsOf().ofCall('CA1')).kind).toBe('unavailable');
  expect((await recordingsOf().remove(sid)).kind).toBe('unavailable');
  lab.faults.clear();
  // Without a list nobody knows that nothing is left.
  lab.faults.set({ restError: { status: 404 } });
  expect(await recordingsOf().ofCall('CA1')).toEqual({ kind: 'unavailable', detail: 'missing' });
  lab.faults.clear();
  const away = recordingsOf({ baseUrl: 'http://127.0.0.1:1' });
  expect((await away.download(sid, signal)).kind).toBe('unavailable');
  expect((await away.ofCall('CA1')).kind).toBe('unavailable');
});
