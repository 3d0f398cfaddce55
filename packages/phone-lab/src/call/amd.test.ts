import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sdk, startApp, type TestApp, twiml } from '../../testing/app.ts';
import { type Lab, startLab } from '../lab.ts';
import { detect } from './amd.ts';
import type { DetectionPlan } from './plan.ts';

const plan: DetectionPlan = {
  mode: 'Enable',
  async: true,
  callback: null,
  timeoutMs: 30_000,
  speechThresholdMs: 2400,
  speechEndThresholdMs: 1200,
  silenceTimeoutMs: 5000,
};

describe('the result of machine detection', () => {
  it.each([
    ['human', 'beep', 'Enable', 'human', 1800],
    ['human', 'beep', 'DetectMessageEnd', 'human', 1800],
    ['machine', 'beep', 'Enable', 'machine_start', 2600],
    ['machine', 'beep', 'DetectMessageEnd', 'machine_end_beep', 8000],
    ['machine', 'silence', 'DetectMessageEnd', 'machine_end_silence', 9200],
    ['machine', 'other', 'DetectMessageEnd', 'machine_end_other', 9200],
    ['fax', 'beep', 'Enable', 'fax', 2000],
    ['silent', 'beep', 'Enable', 'unknown', 5000],
  ] as const)(
    'on a %s whose greeting ends in %s with %s is %s',
    (nature, greetingEnd, mode, answeredBy, afterMs) => {
      const callee = { nature, greetingEnd, greetingMs: 8000 };
      expect(detect({ ...plan, mode }, callee)).toEqual({ answeredBy, afterMs });
    },
  );

  it('is unknown when time runs out', () => {
    const untilEnd = { ...plan, mode: 'DetectMessageEnd', timeoutMs: 5000 } as const;
    expect(detect(untilEnd, { nature: 'machine', greetingEnd: 'beep', greetingMs: 8000 })).toEqual({
      answeredBy: 'unknown',
      afterMs: 5000,
    });
  });
});

describe('machine detection over the wire', () => {
  let lab: Lab;
  let app: TestApp;
  beforeAll(async () => {
    lab = await startLab({ speed: 100, cps: 1000 });
    app = await startApp(() => lab, { '/voice': twiml('<Pause length="20"/>') });
  });
  afterAll(async () => {
    await app.close();
    await lab.stop();
  });
  const from = '+15005550006';

  it('sends an asynchronous result while the document runs', async () => {
    const call = await sdk(lab).calls.create({
      to: '+15005550103',
      from,
      url: `${app.url}/voice`,
      machineDetection: 'Enable',
      asyncAmd: 'true',
      asyncAmdStatusCallback: `${app.url}/amd?id=1`,
    });
    const hit = await app.hit('/amd');
    expect(hit.signed).toBe(true);
    expect(hit.params).toEqual({
      AccountSid: lab.accountSid,
      CallSid: call.sid,
      AnsweredBy: 'machine_start',
      MachineDetectionDuration: '2600',
    });
    expect(app.on('/voice')).toHaveLength(1);
    expect(app.on('/voice')[0]?.params).not.toHaveProperty('AnsweredBy');
    expect((await sdk(lab).calls(call.sid).fetch()).answeredBy).toBe('machine_start');
  });

  it('requests the document after a synchronous result', async () => {
    const call = await sdk(lab).calls.create({
      to: '+15005550010',
      from,
      url: `${app.url}/voice`,
      machineDetection: 'Enable',
    });
    const hit = await app.hit('/voice', (one) => one.params.CallSid === call.sid);
    expect(hit.params).toMatchObject({
      AnsweredBy: 'human',
      MachineDetectionDuration: '1800',
      CallStatus: 'in-progress',
    });
  });

  it('is off when digits are sent', async () => {
    const options = {
      to: '+15005550010',
      from,
      url: `${app.url}/voice`,
      machineDetection: 'Enable',
      sendDigits: '1',
    };
    const call = await sdk(lab).calls.create(options);
    const hit = await app.hit('/voice', (one) => one.params.CallSid === call.sid);
    expect(hit.params).not.toHaveProperty('AnsweredBy');
  });
});
