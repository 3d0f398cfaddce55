import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sdk, twiml } from '../../testing/app.ts';
import { from, ringing } from '../../testing/calls.ts';
import { type Lab, startLab } from '../lab.ts';

let lab: Lab;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'callees-'));
  writeFileSync(join(folder, 'from-a-file.yaml'), 'greeting: I come from a file.');
  lab = await startLab({
    speed: 100,
    cps: 1000,
    calleesDir: folder,
    callees: {
      default: { greeting: 'I am the default.' },
      '+15005550020': { ring: 'busy' },
      '+15005550021': 'from-a-file',
      somebody: { greeting: 'I am somebody.' },
    },
  });
});
afterAll(async () => {
  await lab.stop();
  rmSync(folder, { recursive: true });
});

const api = async (method: string, path: string, body?: unknown) => {
  const answer = await fetch(`${lab.url}/lab${path}`, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

async function greetingOf(to: string): Promise<string> {
  const { sid } = await sdk(lab).calls.create({ to, from, twiml: twiml('<Pause length="3000"/>') });
  const entry = await lab.waitFor((one) => one.callSid === sid && one.kind === 'said');
  return entry.kind === 'said' ? entry.text : '';
}

describe('who answers', () => {
  it('is set at the start: by default, by number, from a folder', async () => {
    expect(await greetingOf('+15005550010')).toBe('I am the default.');
    expect(await greetingOf('+15005550021')).toBe('I come from a file.');
    const { sid } = await sdk(lab).calls.create({ to: '+15005550020', from, twiml: twiml('') });
    expect((await lab.ended(sid)).status).toBe('busy');
  });

  it('is set and reset over the API', async () => {
    expect((await api('PUT', '/numbers/+15005550022/callee', { callee: 'somebody' })).status).toBe(200);
    expect(await greetingOf('+15005550022')).toBe('I am somebody.');
    await api('PUT', '/callees/newcomer', { greeting: 'I am new.' });
    await api('PUT', '/callees/by-yaml', { yaml: 'greeting: I am YAML.' });
    await api('PUT', '/numbers/+15005550022/callee', { callee: 'newcomer' });
    expect(await greetingOf('+15005550022')).toBe('I am new.');
    await api('DELETE', '/numbers/+15005550022/callee');
    await api('PUT', '/default-callee', { callee: 'by-yaml' });
    expect(await greetingOf('+15005550022')).toBe('I am YAML.');
    const { body } = await api('GET', '/callees');
    expect(body).toMatchObject({
      default: 'by-yaml',
      numbers: { '+15005550101': 'busy', '+15005550020': '+15005550020' },
    });
  });

  it.each([
    ['PUT', '/default-callee', { callee: 'nobody' }],
    ['PUT', '/default-callee', {}],
    ['PUT', '/callees/x', { greting: 'Hi' }],
    ['PUT', '/callees/x', { yaml: 'a: [' }],
  ])('%s %s with %o is refused with a message', async (method, path, body) => {
    expect(await api(method, path, body)).toMatchObject({
      status: 400,
      body: { code: 'invalid_callee', error: expect.any(String) },
    });
  });

  it('is set for a number in any notation', async () => {
    const other = await startLab({ callees: { '(500) 555-0010': 'busy', '+1 500 555 0011': 'silent' } });
    expect(other.callees.list().numbers).toMatchObject({
      '+15005550010': 'busy',
      '+15005550011': 'silent',
    });
    await other.stop();
  });

  it('fails the start when a setting is wrong', async () => {
    await expect(startLab({ callees: { default: 'nobody' } })).rejects.toThrow('There is no callee "nobody"');
    await expect(startLab({ callees: { '555': 'busy' } })).rejects.toThrow(
      'neither "default" nor a phone number',
    );
  });
});

describe('the other party over the API', () => {
  it('answers a ringing handset, talks, presses and hangs up over the API', async () => {
    await api('PUT', '/numbers/+15005550030/callee', { callee: 'handset' });
    const { sid } = await sdk(lab).calls.create({
      to: '+15005550030',
      from,
      twiml: twiml('<Pause length="3000"/>'),
      timeout: 600,
    });
    await ringing(lab, sid);
    expect(await api('POST', `/calls/${sid}/say`, { text: 'Hi' })).toMatchObject({
      status: 409,
      body: { code: 'not_answered' },
    });
    expect((await api('POST', `/calls/${sid}/answer`)).body).toMatchObject({
      call: { status: 'in-progress' },
    });
    expect((await api('POST', `/calls/${sid}/answer`)).status).toBe(409);
    await api('POST', `/calls/${sid}/say`, { text: 'Hello, it is me.' });
    await lab.waitFor(
      (entry) => entry.callSid === sid && entry.kind === 'said' && entry.text === 'Hello, it is me.',
    );
    await api('POST', `/calls/${sid}/press`, { digits: '7' });
    await lab.waitFor((entry) => entry.callSid === sid && entry.kind === 'digit' && entry.digit === '7');
    expect((await api('POST', `/calls/${sid}/press`, { digits: 'x' })).status).toBe(400);
    expect((await api('POST', `/calls/${sid}/hangup`)).body).toMatchObject({
      call: { status: 'completed', live: false },
    });
    expect((await api('POST', `/calls/${sid}/hangup`)).status).toBe(404);
    const { body } = await api('GET', `/calls/${sid}`);
    expect((body.entries as { kind: string }[]).map((entry) => entry.kind)).toContain('said');
    expect((await api('GET', `/calls/CA${'0'.repeat(32)}`)).status).toBe(404);
  });
});
