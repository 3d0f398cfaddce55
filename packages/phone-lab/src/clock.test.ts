import { afterEach, describe, expect, it, vi } from 'vitest';
import { sdk, twiml } from '../testing/app.ts';
import { startLab } from './lab.ts';

const from = '+15005550006';
const hour = 3_600_000;

afterEach(() => vi.restoreAllMocks());

/** The machine's clock is set back, or forward, while everything else goes on. */
function setClock(byMs: number): void {
  const real = Date.now.bind(Date);
  vi.spyOn(Date, 'now').mockImplementation(() => real() + byMs);
}

describe('setting the machine clock during calls', () => {
  it.each([
    ['back', -hour],
    ['forward', hour],
  ])('%s does not stall a call, nor the queue, nor spoil its duration', async (_, byMs) => {
    const lab = await startLab({ speed: 20, cps: 5 });
    try {
      const client = sdk(lab);
      const document = twiml('<Say>One two three four five six.</Say><Pause length="2"/><Say>And on.</Say>');
      const first = await client.calls.create({ to: '+15005550010', from, twiml: document });
      await lab.waitFor((entry) => entry.callSid === first.sid && entry.kind === 'said');
      setClock(byMs);
      const second = await client.calls.create({ to: '+15005550011', from, twiml: document });
      for (const { sid } of [first, second]) {
        const record = await lab.ended(sid);
        const lasted = (record.endedAt ?? 0) - (record.answeredAt ?? 0);
        expect(record.status).toBe('completed');
        expect(lasted).toBeGreaterThan(2_000);
        expect(lasted).toBeLessThan(hour / 2);
        const said = lab.ledger(sid).flatMap((entry) => (entry.kind === 'said' ? [entry] : []));
        expect(said.every(({ startMs, endMs }) => startMs >= 0 && endMs >= startMs && endMs < hour / 2)).toBe(
          true,
        );
      }
      // Dates are shown as the machine tells them.
      expect(Math.abs((lab.call(second.sid)?.createdAt ?? 0) - Date.now())).toBeLessThan(60_000);
    } finally {
      await lab.stop();
    }
  });

  it('back does not make a webhook wait beyond its time-out', async () => {
    const lab = await startLab({ speed: 20 });
    try {
      setClock(-hour);
      lab.faults.set({ staleReads: { ms: 50 } });
      const { sid } = await sdk(lab).calls.create({
        to: '+15005550010',
        from,
        url: 'http://127.0.0.1:1/#rc=5&tt=10000',
      });
      await lab.ended(sid);
      const webhook = lab.ledger(sid).find((entry) => entry.kind === 'webhook');
      expect(webhook).toMatchObject({ errorCode: 11205 });
      if (webhook?.kind === 'webhook') expect(webhook.ms).toBeGreaterThanOrEqual(0);
    } finally {
      await lab.stop();
    }
  });

  it('back does not hide calls from a stale read for an hour', async () => {
    const lab = await startLab({ speed: 20 });
    try {
      const client = sdk(lab);
      const { sid } = await client.calls.create({ to: '+15005550010', from, twiml: twiml('<Say>Hi.</Say>') });
      await lab.ended(sid);
      setClock(-hour);
      lab.faults.set({ staleReads: { ms: 1 } });
      await expect.poll(async () => (await client.calls(sid).fetch()).status).toBe('completed');
    } finally {
      await lab.stop();
    }
  });
});
