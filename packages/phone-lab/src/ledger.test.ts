import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sdk, twiml } from '../testing/app.ts';
import { startLab } from './lab.ts';
import { compact } from './ledger.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'phone-lab-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

describe('a long ledger', () => {
  it('keeps all entries of the newest calls, and records and speech of the others', async () => {
    const lab = await startLab({ speed: 200, cps: 1000 });
    const sids: string[] = [];
    for (let count = 0; count < 3; count++) {
      const options = { to: '+15005550010', from: '+15005550006', twiml: twiml('<Say>Hi.</Say>') };
      const { sid } = await sdk(lab).calls.create(options);
      await lab.ended(sid);
      sids.push(sid);
    }
    const entries = lab.ledger();
    const [number] = await sdk(lab).incomingPhoneNumbers.list();
    await lab.stop();
    const thinned = compact(entries, 1);
    const kinds = (sid?: string) =>
      thinned.filter((entry) => entry.callSid === sid).map((entry) => entry.kind);
    expect(kinds(sids[2])).toEqual(
      entries.filter((entry) => entry.callSid === sids[2]).map((entry) => entry.kind),
    );
    expect(new Set(kinds(sids[0]))).toEqual(new Set(['said', 'call']));
    const last = thinned.findLast((entry) => entry.kind === 'call' && entry.callSid === sids[0]);
    expect(last).toMatchObject({ record: { status: 'completed' } });
    expect(thinned.some((entry) => entry.kind === 'number' && entry.number.sid === number?.sid)).toBe(true);
  });
});

describe('a data folder', () => {
  it('keeps account, numbers and calls; calls that were live when the lab stopped are failed', async () => {
    const before = await startLab({ dataDir, speed: 100, callees: { default: 'silent' } });
    const client = sdk(before);
    const done = await client.calls.create({
      to: '+15005550010',
      from: '+15005550006',
      twiml: twiml('<Say>Hi.</Say>'),
    });
    await before.ended(done.sid);
    const up = await client.calls.create({
      to: '+15005550010',
      from: '+15005550006',
      twiml: twiml('<Pause length="900"/>'),
    });
    await before.waitFor(
      (entry) => entry.callSid === up.sid && entry.kind === 'call' && entry.record.status === 'in-progress',
    );
    const [number] = await client.incomingPhoneNumbers.list();
    await client.incomingPhoneNumbers(number?.sid ?? '').update({ voiceUrl: 'http://127.0.0.1:1/in' });
    const kept = await client.incomingPhoneNumbers.create({ phoneNumber: '+15005550042' });
    const gone = await client.incomingPhoneNumbers.create({ phoneNumber: '+15005550043' });
    await client.incomingPhoneNumbers(gone.sid).remove();
    await before.stop();
    appendFileSync(join(dataDir, 'ledger.jsonl'), '{"n":99999,"half a li');

    const after = await startLab({ dataDir, speed: 100 });
    try {
      expect(after.accountSid).toBe(before.accountSid);
      expect(after.authToken).toBe(before.authToken);
      const again = sdk(after);
      expect(after.phoneNumbers).toEqual(['+15005550006', '+15005550007', '+15005550042']);
      expect((await again.incomingPhoneNumbers(kept.sid).fetch()).phoneNumber).toBe('+15005550042');
      expect((await again.calls(done.sid).fetch()).status).toBe('completed');
      expect((await again.calls(up.sid).fetch()).status).toBe('failed');
      expect((await again.incomingPhoneNumbers.list())[0]).toMatchObject({
        sid: number?.sid,
        voiceUrl: 'http://127.0.0.1:1/in',
      });
      expect(after.ledger(done.sid).some((entry) => entry.kind === 'said' && entry.text === 'Hi.')).toBe(
        true,
      );
      const lines = readFileSync(join(dataDir, 'ledger.jsonl'), 'utf8').trim().split('\n');
      expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ kind: 'call', callSid: up.sid });
    } finally {
      await after.stop();
    }
  });

  it('is readable by its owner only', async () => {
    const lab = await startLab({ dataDir });
    await lab.stop();
    expect(statSync(join(dataDir, 'credentials.json')).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, 'ledger.jsonl')).mode & 0o777).toBe(0o600);
  });

  it('has a token of its own', async () => {
    const one = await startLab({ dataDir });
    const other = await startLab();
    expect(one.authToken).not.toBe(other.authToken);
    expect(one.authToken).toMatch(/^[0-9a-f]{32}$/);
    await one.stop();
    await other.stop();
  });
});
