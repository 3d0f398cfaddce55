import { afterAll, beforeAll, expect, test } from 'vitest';
import { databaseUnavailable } from '../src/adapters/postgres/unavailable.ts';
import type { OpenedSession } from '../src/ports/stream-tokens.ts';
import { openVoiceDesk, transcriptOf, type VoiceDesk } from '../testing/voice-desk.ts';

let voice: VoiceDesk;
/** What fails between the use of a token and the first words of its session, and how often. */
let failures: { readonly error: Error; left: number } | null = null;
const opened: OpenedSession[] = [];
/** The database stores that a token is used, and does not say so. */
let answerLost = false;
const away = databaseUnavailable(new Error('away'));

beforeAll(async () => {
  voice = await openVoiceDesk({ speed: 5 }, {}, (ports) => ({
    ...ports,
    tokens: {
      ...ports.tokens,
      use: async (...given) => {
        const session = await ports.tokens.use(...given);
        if (session) opened.push(session);
        if (session && answerLost) {
          answerLost = false;
          throw away;
        }
        return session;
      },
    },
    agents: {
      ...ports.agents,
      forCall: (call) => {
        if (failures && failures.left > 0 && opened.some(({ callId }) => callId === call.id)) {
          failures.left -= 1;
          return Promise.reject(failures.error);
        }
        return ports.agents.forCall(call);
      },
    },
  }));
  voice.lab.callees.define('greets', {
    greeting: 'Hello, this is Robin.',
    script: [{ wait: 'agent' }, { say: 'Yes, I will be there. Goodbye.' }, { wait: 'agent' }, 'hangup'],
    patienceMs: 'endless',
  });
});
afterAll(() => voice.stop());

let lastNumber = 7_000;
async function callWhile(error: Error, times: number) {
  const { client, lab, log } = voice;
  const number = `+1500555${++lastNumber}`;
  lab.callees.setNumber(number, 'greets');
  const linesBefore = log.length;
  failures = { error, left: times };
  const id = await client.placeAccepted(number, {
    message: 'Remind them of the check-up on Tuesday and ask whether they will come.',
  });
  await client.waitUntilEnded(id);
  const call = await client.call(id);
  const sessions = opened.filter(({ callId }) => callId === id).map(({ session }) => session);
  const errors = log.slice(linesBefore).filter((line) => line.includes('could not be started'));
  return { call, sessions, errors, transcript: transcriptOf(call) };
}

test('CL35: a session begins although the database fails after its token was used, and keeps what was said meanwhile', async () => {
  const { call, sessions, errors, transcript } = await callWhile(away, 3);
  expect(failures?.left).toBe(0);
  expect(sessions).toEqual([1]);
  expect(errors).toEqual([]);
  expect(transcript.join('\n')).toContain('user: Hello, this is Robin.');
  expect(transcript.join('\n')).not.toContain('cut off');
  expect(call).toMatchObject({ status: 'completed', reason: null });
  // What was said before the session is not timed after what the agent says in it (VS11).
  const at = (who: string) =>
    Date.parse(call.transcript.find(({ speaker }) => speaker === who)?.timestamp ?? '');
  expect(at('user')).toBeLessThan(at('agent'));
});

test('CL35: a session begins although the database did not say that its token was used', async () => {
  answerLost = true;
  const { call, sessions, errors, transcript } = await callWhile(away, 0);
  expect(answerLost).toBe(false);
  expect([sessions, errors]).toEqual([[1], []]);
  expect(transcript.join('\n')).toContain('user: Hello, this is Robin.');
  expect(call).toMatchObject({ status: 'completed', reason: null });
});

test('CL35: a session that cannot begin is lost at once, and the call goes on in the next one', async () => {
  const { call, sessions, errors, transcript } = await callWhile(new Error('a fault of ours'), 1);
  expect(sessions).toEqual([1, 2]);
  expect(errors).toHaveLength(1);
  expect(transcript.join('\n')).toContain('cut off');
  expect(call).toMatchObject({ status: 'completed', reason: null });
});
