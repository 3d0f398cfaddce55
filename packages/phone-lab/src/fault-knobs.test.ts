import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { refusal, sdk, startApp, type TestApp, twiml } from '../testing/app.ts';
import { type Lab, startLab } from './lab.ts';

describe('each knob, seen by a plain SDK client', () => {
  let lab: Lab;
  let app: TestApp;
  let count = 0;
  const from = '+15005550006';
  const to = '+15005550010';
  const short = twiml('<Say>Hi.</Say>');

  beforeAll(async () => {
    lab = await startLab({ speed: 100, cps: 1000 });
    app = await startApp(() => lab, { '/voice': short });
  });
  afterEach(() => lab.faults.clear());
  afterAll(async () => {
    await app.close();
    await lab.stop();
  });

  const place = (path = `/cb-${++count}`) =>
    sdk(lab).calls.create({
      to,
      from,
      twiml: short,
      statusCallback: app.url + path,
      statusCallbackEvent: ['initiated', 'ringing', 'answered', 'completed'],
    });
  const seen = (path: string) => app.on(path).map((hit) => hit.params.CallStatus);

  it('dropCallback', async () => {
    lab.faults.set({ dropCallback: { events: ['answered'] } });
    const path = `/cb-${++count}`;
    await place(path);
    await app.hit(path, (hit) => hit.params.CallStatus === 'completed');
    expect(seen(path)).toEqual(['initiated', 'ringing', 'completed']);
  });

  it('duplicateCallback', async () => {
    lab.faults.set({ duplicateCallback: { events: ['ringing'] } });
    const path = `/cb-${++count}`;
    await place(path);
    await app.hit(path, (hit) => hit.params.CallStatus === 'completed');
    expect(seen(path)).toEqual(['initiated', 'ringing', 'ringing', 'in-progress', 'completed']);
  });

  it('reorderCallback', async () => {
    lab.faults.set({ reorderCallback: { events: ['ringing'] } });
    const path = `/cb-${++count}`;
    await place(path);
    await app.hit(path, (hit) => hit.params.CallStatus === 'completed');
    expect(seen(path)).toEqual(['initiated', 'in-progress', 'ringing', 'completed']);
  });

  it('delayCallback', async () => {
    lab.faults.set({ delayCallback: { events: ['initiated'], ms: 1500 } });
    const path = `/cb-${++count}`;
    await place(path);
    await app.hit(path, (hit) => hit.params.CallStatus === 'initiated');
    expect(seen(path)).toEqual(['ringing', 'in-progress', 'completed', 'initiated']);
  });

  it('createTimeout: no response, the call exists', async () => {
    lab.faults.set({ createTimeout: { times: 1 } });
    const before = lab.calls().length;
    const client = sdk(lab, { timeout: 1_000 });
    const error = await refusal(client.calls.create({ to, from, twiml: short }));
    expect(error.code).toBe('ECONNABORTED');
    await expect.poll(() => lab.calls().length).toBe(before + 1);
    expect((await lab.ended(lab.calls()[0]?.sid ?? '')).status).toBe('completed');
  });

  it('createErrorBefore: no call', async () => {
    lab.faults.set({ createErrorBefore: { status: 503 } });
    const before = lab.calls().length;
    expect(await refusal(place())).toMatchObject({ status: 503, code: 20503 });
    expect(lab.calls()).toHaveLength(before);
  });

  it.each(['createErrorBefore', 'tooManyRequests', 'restError'] as const)(
    '%s, at one number alone',
    async (knob) => {
      const [here, there] = ['+15005550061', '+15005550062'];
      const calls = sdk(lab).calls;
      const create = (number: string) => calls.create({ to: number, from, twiml: short });
      const made = [await create(here), await create(there)];
      lab.faults.set({ [knob]: { to: here } });
      const act = (number: string) =>
        knob === 'restError'
          ? calls(made.find((one) => one.to === number)?.sid ?? '').fetch()
          : create(number);
      expect((await act(there)).to).toBe(there);
      expect((await refusal(act(here))).status).toBeGreaterThanOrEqual(429);
    },
  );

  it('createErrorAfter: an error, and a call', async () => {
    lab.faults.set({ createErrorAfter: 1 });
    const before = lab.calls().length;
    expect(await refusal(place())).toMatchObject({ status: 500, code: 20500 });
    expect(lab.calls()).toHaveLength(before + 1);
  });

  it('tooManyRequests: 429, nothing processed', async () => {
    lab.faults.set({ tooManyRequests: { times: 1 } });
    const before = lab.calls().length;
    expect(await refusal(place())).toMatchObject({ status: 429, code: 20429 });
    expect(lab.calls()).toHaveLength(before);
    expect((await place()).status).toBe('queued');
  });

  it('restError: other requests fail', async () => {
    lab.faults.set({ restError: { times: 1 } });
    expect(await refusal(sdk(lab).calls.list())).toMatchObject({ status: 500 });
    expect(Array.isArray(await sdk(lab).calls.list())).toBe(true);
  });

  it('staleReads: a new call is not there yet, and statuses are old', async () => {
    lab.callees.define('patient', { patienceMs: 'endless' });
    lab.callees.setNumber('+15005550012', 'patient');
    const long = { to: '+15005550012', from, twiml: twiml('<Pause length="150"/>') };
    const call = await sdk(lab).calls.create(long);
    lab.faults.set({ staleReads: { ms: 60_000 } });
    expect(await refusal(sdk(lab).calls(call.sid).fetch())).toMatchObject({ status: 404, code: 20404 });
    expect((await sdk(lab).calls.list()).some((one) => one.sid === call.sid)).toBe(false);
    await lab.ended(call.sid);
    // From here on nothing gets older, however long the requests take.
    const still = vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    onTestFinished(() => still.mockRestore());
    const ended = lab
      .ledger(call.sid)
      .find((entry) => entry.kind === 'call' && entry.record.endedAt !== null);
    const sinceMs = Date.now() - Date.parse(ended?.at ?? '');
    lab.faults.set({ staleReads: { ms: sinceMs + 700 } });
    expect((await sdk(lab).calls(call.sid).fetch()).status).toBe('in-progress');
    still.mockRestore();
    lab.faults.clear();
    expect((await sdk(lab).calls(call.sid).fetch()).status).toBe('completed');
  });

  it('slowTwiml: the document is requested late', async () => {
    lab.faults.set({ slowTwiml: { ms: 300 } });
    const call = await sdk(lab).calls.create({ to, from, url: `${app.url}/voice` });
    const answered = await lab.waitFor(
      (entry) => entry.kind === 'progress' && entry.event === 'answered' && entry.callSid === call.sid,
    );
    const webhook = await lab.waitFor(
      (entry) => entry.kind === 'webhook' && entry.purpose === 'twiml' && entry.callSid === call.sid,
    );
    expect(Date.parse(webhook.at) - Date.parse(answered.at)).toBeGreaterThanOrEqual(290);
  });

  it('are set over the API, and written to the ledger', async () => {
    const turn = (method: string, body?: unknown) =>
      fetch(`${lab.url}/lab/faults`, {
        method,
        headers: { 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    expect(await (await turn('PUT', { dropCallback: { events: ['completed'] }, seed: 3 })).json()).toEqual({
      faults: { dropCallback: { events: ['completed'] } },
    });
    await turn('PATCH', { slowTwiml: 0.5 });
    expect(Object.keys(lab.faults.current())).toEqual(['dropCallback', 'slowTwiml']);
    expect((await turn('PATCH', { nonsense: 1 })).status).toBe(400);
    const call = await place();
    const trace = await lab.waitFor((entry) => entry.kind === 'fault' && entry.callSid === call.sid);
    expect(trace).toMatchObject({ knob: 'dropCallback', detail: 'status completed' });
    await turn('DELETE');
    expect(lab.faults.current()).toEqual({});
  });
});
