import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isSoak } from '../testing/load.ts';
import { call, speak } from '../testing/realtime/plan.ts';
import { answering } from '../testing/realtime-callees.ts';
import { openRealtimeDesk, type RealtimeDesk } from '../testing/realtime-desk.ts';
import {
  errorsOf,
  furtherThan,
  type MeasuredRecording,
  measureOffset,
  part,
  summaryOf,
} from '../testing/recordings/measured-offset.ts';
import { setTransferTarget } from '../testing/transfer-target.ts';
import { openVoiceDesk, transcriptOf, type VoiceDesk } from '../testing/voice-desk.ts';

/** Not much faster than life, because milliseconds are measured; all calls at once. */
const speed = 5;
const rounds = isSoak ? 10 : 1;
const waiting = { timeout: 300_000, interval: 250 };
const colleague = '+15005550115';
const ourNumber = '+15005550006';

let relay: VoiceDesk;
/** The same, where each call is asked first. */
let asking: VoiceDesk;
let realtime: RealtimeDesk;
beforeAll(async () => {
  relay = await openVoiceDesk({ speed }, { LLM_PROVIDER: 'scripted' }, undefined, true);
  asking = await openVoiceDesk({ speed }, { LLM_PROVIDER: 'scripted' }, undefined, true);
  realtime = await openRealtimeDesk(speed, {}, true);
  realtime.service.answerWith(
    answering((heard) => {
      if (heard.includes('person'))
        return [speak('I am connecting you.'), call('transfer_call', { reason: 'asked' })];
      return heard.includes('Bye')
        ? [speak('Bye now.'), call('end_call', { reason: 'finished' })]
        : speak('We have a place on Tuesday at ten, or on Thursday at four in the afternoon.');
    }),
  );
  for (const desk of [relay, asking, realtime]) {
    await setTransferTarget(desk.database.owner, colleague, 'warm');
    const consent = desk === asking ? 'ask' : 'announce';
    const settings = { enabled: true, agentIds: ['gs-dental'], removeAtCarrier: true, consent, revision: 0 };
    expect(await desk.client.request('PUT', '/api/data/recordings', settings)).toMatchObject({ status: 200 });
  }
  await leaveMessages(relay.database.owner);
  defineCallees();
});
afterAll(async () => {
  await relay.stop();
  await asking.stop();
  await realtime.stop();
});

/** Every agent speaks to mailboxes. */
async function leaveMessages(owner: pg.ClientConfig): Promise<void> {
  const voicemail = { action: 'leave-message', message: 'Please call us back about your check-up.' };
  const client = new pg.Client(owner);
  await client.connect();
  await client.query("update agent_versions set config = jsonb_set(config, '{conversation,voicemail}', $1)", [
    JSON.stringify(voicemail),
  ]);
  await client.end();
}

function defineCallees(): void {
  asking.lab.callees.define('agrees', {
    script: [
      { wait: { phrase: 'yes or no' } },
      { say: 'Yes, please.' },
      { wait: 'agent' },
      { say: 'When do you have time for me?' },
      { wait: 'agent' },
      { say: 'Thursday. Bye.' },
      { wait: 'agent' },
      'hangup',
    ],
    patienceMs: 'endless',
  });
  realtime.lab.callees.define('talks', {
    script: [
      { wait: 'agent' },
      { say: 'When do you have time for me?' },
      { wait: 'agent' },
      { say: 'Thursday. Bye.' },
    ],
    patienceMs: 'endless',
  });
  realtime.lab.callees.define('cuts in', {
    script: [
      { wait: 'agent' },
      { say: 'When do you have time for me?' },
      { interrupt: { words: 5, say: 'Wait, please, when is it?' } },
      { wait: 'agent' },
      { say: 'Fine, then. Bye.' },
    ],
    patienceMs: 'endless',
  });
  realtime.lab.callees.define('wants a person', {
    script: [
      { wait: 'agent' },
      { say: 'I want to talk to a person.' },
      { silence: 25_000 },
      { say: 'Goodbye then.' },
    ],
  });
  realtime.lab.callees.define('is paused', {
    script: [
      { wait: 'agent' },
      { say: 'My card has a number.' },
      { wait: 'agent' },
      { silence: 25_000 },
      { say: 'When do you have time for me?' },
      { wait: 'agent' },
      { say: 'Fine, then. Bye.' },
    ],
    patienceMs: 'endless',
  });
}

interface Kind {
  readonly desk: VoiceDesk;
  readonly callee: string;
  readonly isInbound: boolean;
  /** What somebody does while the call is up. */
  readonly during?: (desk: VoiceDesk, id: string) => Promise<void>;
}

let lastNumber = 8_000;
async function carriedOut({ desk, callee, isInbound, during }: Kind): Promise<string> {
  const number = `+1500555${++lastNumber}`;
  if (!isInbound) {
    desk.lab.callees.setNumber(number, callee);
    const id = await desk.client.placeAccepted(number, {
      message: 'Remind them of their check-up on Tuesday.',
    });
    await during?.(desk, id);
    await desk.client.waitUntilEnded(id);
    return id;
  }
  desk.lab.dialIn({ from: number, to: ourNumber, callee });
  const listed = async () => (await desk.client.calls()).find(({ from }) => from === number)?._id ?? '';
  await expect.poll(listed, waiting).not.toBe('');
  const id = await listed();
  await desk.client.waitUntilEnded(id);
  return id;
}

/** Pauses the recording once the other party has spoken, and resumes it after the agent's answer. */
async function pauseMeanwhile(desk: VoiceDesk, id: string): Promise<void> {
  const lines = async () => transcriptOf(await desk.client.call(id));
  const act = async (what: 'pause' | 'resume') =>
    (await desk.client.request('POST', `/api/calls/${id}/recording/${what}`)).status;
  await expect.poll(lines, waiting).toContainEqual(expect.stringContaining('user: My card'));
  expect(await act('pause')).toBe(200);
  await expect.poll(async () => (await lines()).at(-1), waiting).toContain('agent: ');
  expect(await act('resume')).toBe(200);
}

const ofRelay = [
  ...['confirms', 'interrupts', 'wants-another-day', 'confused'],
  ...['in-a-hurry', 'asks-unknown', 'in-pain', 'voicemail'],
];
const ofRelayInbound = ['wants-appointment', 'asks-for-colleague', 'interrupts'];

const options = { timeout: isSoak ? 3_600_000 : 600_000 };

test(
  'RC16: entries are heard where the recording is said to have them, on calls of all kinds',
  options,
  async () => {
    const kinds: Kind[] = [
      ...ofRelay.map((callee) => ({ desk: relay, callee, isInbound: false })),
      ...ofRelayInbound.map((callee) => ({ desk: relay, callee, isInbound: true })),
      ...[false, true].map((isInbound) => ({ desk: asking, callee: 'agrees', isInbound })),
      ...['talks', 'cuts in', 'wants a person'].flatMap((callee) =>
        [false, true].map((isInbound) => ({ desk: realtime, callee, isInbound })),
      ),
      { desk: realtime, callee: 'is paused', isInbound: false, during: pauseMeanwhile },
    ];
    expect(kinds).toHaveLength(20);
    const measured: MeasuredRecording[] = [];
    for (let round = 0; round < rounds; round += 1)
      measured.push(
        ...(await Promise.all(
          kinds.map(async (one) => {
            const { desk, callee, isInbound } = one;
            const engine = desk === realtime ? 'realtime' : desk === asking ? 'relay, asked,' : 'relay';
            const kind = `${engine} ${isInbound ? 'from' : 'to'} ${callee}`;
            const id = await carriedOut(one);
            return measureOffset(desk, { id, kind, speed, cut: desk !== realtime, isAsked: desk === asking });
          }),
        )),
      );
    for (const { kind, method, errors } of measured) {
      const shown = errors
        .map(({ speaker, message, ms }) => `${speaker} ${ms ?? `? (${message})`}`)
        .join(', ');
      process.stdout.write(`${kind}, by ${method}: ${shown}\n`);
    }
    const [agent, others] = [errorsOf(measured, 'agent'), errorsOf(measured, 'user')];
    process.stdout.write(
      `${measured.length} recordings: agent: ${summaryOf(agent)}; other party: ${summaryOf(others)}\n`,
    );
    // What is said while a recording is paused is not in it, and one call of twenty is paused.
    expect(agent.found.length).toBeGreaterThan(agent.all * 0.95);
    expect(others.found.length).toBeGreaterThan(others.all * 0.98);
    // Each entry is timed when it is heard (VS11), also an opening, and a sentence behind another.
    expect(part(agent.found, 0.95)).toBeLessThanOrEqual(150);
    expect(part(others.found, 0.95)).toBeLessThanOrEqual(150);
    expect(furtherThan(1_000, measured)).toEqual([]);
    for (const { kind, errors } of measured)
      expect(errors.filter(({ ms }) => ms !== null).length, kind).toBeGreaterThan(0);
  },
);
