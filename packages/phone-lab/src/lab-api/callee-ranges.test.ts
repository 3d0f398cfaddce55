import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sdk, twiml } from '../../testing/app.ts';
import { from } from '../../testing/calls.ts';
import { CalleeRanges } from '../callee/callee-ranges.ts';
import { type Lab, startLab } from '../lab.ts';

let lab: Lab;

beforeAll(async () => {
  lab = await startLab({
    ...{ speed: 100, cps: 1000 },
    callees: { '+12025550110': { ring: 'unreachable' } },
    calleeRanges: {
      '+1202555': ['busy', 'no-such-number', ['no-answer', 'busy', 'hangs-up'], 'unreachable'],
      '+120255501': ['busy'],
    },
  });
});
afterAll(() => lab.stop());

const place = (to: string) =>
  sdk(lab).calls.create({ ...{ to, from, timeout: 5 }, twiml: twiml('<Say>One two three four five.</Say>') });

async function outcome(to: string): Promise<string> {
  const { sid } = await place(to);
  return (await lab.ended(sid)).status;
}

describe('callee ranges', () => {
  it('choose the callee by the number', async () => {
    expect(await outcome('+12025550000')).toBe('busy');
    expect(await outcome('+12025550003')).toBe('failed');
    expect(await outcome('+12025550004')).toBe('busy');
  });

  it('let callees take turns, each number by itself', async () => {
    expect([await outcome('+12025550002'), await outcome('+12025550006')]).toEqual([
      'no-answer',
      'no-answer',
    ]);
    expect([await outcome('+12025550002'), await outcome('+12025550002')]).toEqual(['busy', 'completed']);
    expect([await outcome('+12025550002'), await outcome('+12025550006')]).toEqual(['completed', 'busy']);
  });

  it('with numbers that do not exist refuse calls to them', async () => {
    await expect(place('+12025550001')).rejects.toMatchObject({ status: 400, code: 21211 });
  });

  it('with a longer beginning come first, and a callee of the number before all', async () => {
    expect(await outcome('+12025550101')).toBe('busy');
    expect(await outcome('+12025550110')).toBe('failed');
  });

  it('are set and removed over the API, also by their old names', async () => {
    const api = async (method: string, path: string, body?: unknown) => {
      const headers = { 'Content-Type': 'application/json' };
      const answer = await fetch(`${lab.url}/lab${path}`, {
        method,
        headers,
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
    };
    expect((await api('PUT', '/callee-ranges/+1303555', { callees: ['busy'] })).body).toMatchObject({
      ranges: { '+1303555': ['busy'] },
    });
    expect(await outcome('+13035550000')).toBe('busy');
    await api('DELETE', '/callee-ranges/+1303555');
    expect((await api('GET', '/callees')).body.ranges).not.toHaveProperty('+1303555');
    for (const callees of [[], 'busy', ['nobody'], [['busy', 'no-such-number']], [[]], [7]])
      expect(await api('PUT', '/callee-ranges/+1303555', { callees })).toMatchObject({
        ...{ status: 400, body: { code: 'invalid_callee' } },
      });
    expect((await api('PUT', '/people/+1303555', { fates: ['busy'] })).body).toMatchObject({
      people: { '+1303555': ['busy'] },
    });
    await api('DELETE', '/people/+1303555');
    expect((await api('GET', '/callees')).body.ranges).not.toHaveProperty('+1303555');
  });

  it('take no memory for numbers that were never called: ten thousand are asked for', () => {
    const ranges = new CalleeRanges();
    ranges.set('+1202555', ['busy', ['no-answer', 'busy']], () => {});
    const names = Array.from({ length: 10_000 }, (_, n) =>
      ranges.calleesOf(`+1202555${String(n).padStart(4, '0')}`),
    );
    expect(names.filter((callee) => callee === 'busy')).toHaveLength(5_000);
    expect(ranges.next('+12025550001')).toBe('no-answer');
    expect(ranges.next('+12025550001')).toBe('busy');
  });
});
