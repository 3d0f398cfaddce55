import type { CallDetail, Recording } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isSoak } from '../testing/load.ts';
import { call, speak } from '../testing/realtime/plan.ts';
import { answering } from '../testing/realtime-callees.ts';
import { openRealtimeDesk, type RealtimeDesk } from '../testing/realtime-desk.ts';
import { placesOf, spokenCharacters } from '../testing/recordings/spoken-characters.ts';
import { setTransferTarget } from '../testing/transfer-target.ts';
import { openVoiceDesk, type VoiceDesk } from '../testing/voice-desk.ts';

/** Not much faster than life, because milliseconds are measured; all calls at once. */
const speed = 5;
const rounds = isSoak ? 10 : 1;
const waiting = { timeout: 300_000, interval: 250 };
const colleague = '+15005550115';
const ourNumber = '+15005550006';

let relay: VoiceDesk;
let realtime: RealtimeDesk;
beforeAll(async () => {
  relay = await openVoiceDesk({ speed }, { LLM_PROVIDER: 'scripted' }, undefined, true);
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
  for (const desk of [relay, realtime]) {
    await setTransferTarget(desk.database.owner, colleague, 'warm');
    const settings = { enabled: true, agentIds: ['gs-dental'], removeAtCarrier: true, revision: 0 };
    expect(await desk.client.request('PUT', '/api/data/recordings', settings)).toMatchObject({ status: 200 });
  }
});
afterAll(async () => {
  await relay.stop();
  await realtime.stop();
});

let lastNumber = 8_000;
async function carriedOut(desk: VoiceDesk, callee: string, isInbound: boolean): Promise<string> {
  const number = `+1500555${++lastNumber}`;
  if (!isInbound) {
    desk.lab.callees.setNumber(number, callee);
    const id = await desk.client.placeAccepted(number, {
      message: 'Remind them of their check-up on Tuesday.',
    });
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

interface Measured {
  readonly kind: string;
  readonly method: Recording['offsetMethod'];
  /** How far from where it is heard each entry is shown; null: it was not found in the sound. */
  readonly errors: readonly { readonly speaker: string; readonly ms: number | null }[];
}

async function measure(desk: VoiceDesk, id: string, kind: string): Promise<Measured> {
  const read = async (): Promise<Recording | null> =>
    (await desk.client.request('GET', `/api/calls/${id}/recording`)).body.recording;
  await expect.poll(async () => (await read())?.state, waiting).toBe('ready');
  const recording = await read();
  const detail: CallDetail = await desk.client.call(id);
  const { body } = await desk.client.request('POST', `/api/calls/${id}/recording/address`, {
    purpose: 'play',
  });
  const file = Buffer.from(await (await fetch(desk.url + body.url)).arrayBuffer());
  const [party = [], agent = []] = spokenCharacters(file);
  const errors = detail.transcript.flatMap(({ speaker, message, timestamp }) => {
    if (speaker === 'system') return [];
    const sinceAnswer = Date.parse(timestamp) - Date.parse(detail.answeredAt ?? '');
    const shown = (sinceAnswer - (recording?.offsetMs ?? 0)) * speed;
    const places = placesOf(message, speaker === 'agent' ? agent : party, desk === relay);
    const [nearest] = places.toSorted((a, b) => Math.abs(a - shown) - Math.abs(b - shown));
    return [{ speaker, ms: nearest === undefined ? null : Math.round(shown - nearest) }];
  });
  return { kind, method: recording?.offsetMethod, errors };
}

const ofRelay = [
  'confirms',
  'interrupts',
  'wants-another-day',
  'confused',
  'in-a-hurry',
  'asks-unknown',
  'in-pain',
];
const ofRelayInbound = ['wants-appointment', 'asks-for-colleague', 'in-pain', 'interrupts'];

const options = { timeout: isSoak ? 3_600_000 : 600_000 };

test(
  'RC16: entries are heard where the recording is said to have them, on calls of all kinds',
  options,
  async () => {
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
    const kinds = [
      ...ofRelay.map((callee) => ({ desk: relay, callee, isInbound: false })),
      ...ofRelayInbound.map((callee) => ({ desk: relay, callee, isInbound: true })),
      ...['talks', 'cuts in', 'wants a person'].flatMap((callee) =>
        [false, true, false].map((isInbound) => ({ desk: realtime as VoiceDesk, callee, isInbound })),
      ),
    ];
    expect(kinds).toHaveLength(20);
    const measured: Measured[] = [];
    for (let round = 0; round < rounds; round += 1)
      measured.push(
        ...(await Promise.all(
          kinds.map(async ({ desk, callee, isInbound }) => {
            const kind = `${desk === relay ? 'relay' : 'realtime'} ${isInbound ? 'from' : 'to'} ${callee}`;
            return measure(desk, await carriedOut(desk, callee, isInbound), kind);
          }),
        )),
      );
    for (const { kind, method, errors } of measured) {
      const shown = errors.map(({ speaker, ms }) => `${speaker} ${ms ?? '?'}`).join(', ');
      process.stdout.write(`${kind}, by ${method}: ${shown}\n`);
    }
    const [agent, others] = [errorsOf(measured, 'agent'), errorsOf(measured, 'user')];
    process.stdout.write(
      `${measured.length} recordings: agent: ${summaryOf(agent)}; other party: ${summaryOf(others)}\n`,
    );
    expect(agent.found.length).toBeGreaterThan(agent.all * 0.9);
    // Each entry is timed when it is heard (VS11), also an opening, and a sentence behind another.
    expect(part(agent.found, 0.95)).toBeLessThanOrEqual(150);
    expect(farOff(measured)).toEqual([]);
  },
);

/** Whoever clicks on such an entry hears something else. */
const mostMs = 1_000;

function farOff(measured: readonly Measured[]): string[] {
  return measured.flatMap(({ kind, errors }) =>
    errors.flatMap(({ speaker, ms }) =>
      speaker === 'agent' && ms !== null && Math.abs(ms) > mostMs ? [`${kind}: ${ms} ms`] : [],
    ),
  );
}

interface Errors {
  readonly all: number;
  /** Without their sign, in order. */
  readonly found: readonly number[];
}

function errorsOf(measured: readonly Measured[], of: string): Errors {
  const all = measured.flatMap(({ errors }) => errors.filter(({ speaker }) => speaker === of));
  const found = all.flatMap(({ ms }) => (ms === null ? [] : [Math.abs(ms)]));
  return { all: all.length, found: found.sort((a, b) => a - b) };
}

const part = (sorted: readonly number[], of: number) =>
  sorted[Math.ceil(sorted.length * of) - 1] ?? Number.NaN;

const summaryOf = ({ all, found }: Errors) =>
  `${found.length} of ${all} found, p50 ${part(found, 0.5)} ms, p95 ${part(found, 0.95)} ms, most ${part(found, 1)} ms`;
