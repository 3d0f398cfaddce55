import type { CallDetail, CallReason } from '@parley/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { load } from '../testing/load.ts';
import { openVoiceDesk, transcriptOf, type VoiceDesk } from '../testing/voice-desk.ts';

const many = load(100);
let voice: VoiceDesk;

beforeAll(async () => {
  voice = await openVoiceDesk({ speed: 5 });
});
afterAll(() => voice.stop());

test(`${many} concurrent conversations do not mix`, async () => {
  const { client, lab } = voice;
  const reasons: Partial<Record<string, CallReason>> = {
    'never-again': 'do_not_call',
    'wrong-number': 'wrong_number',
  };
  const people = ['confirms', 'wants-another-day', 'confused', 'wrong-number', 'never-again'];
  const talks = Array.from({ length: many }, (_, n) => {
    const number = `+1500555${7000 + n}`;
    const callee = people[n % people.length] ?? 'confirms';
    lab.callees.setNumber(number, callee);
    return { number, callee, word: `check-up number ${n + 1000}` };
  });
  const ids = await Promise.all(
    talks.map(({ number, word }) =>
      client.placeAccepted(number, {
        message: `Remind them of the ${word} on Tuesday and ask whether they will come.`,
      }),
    ),
  );
  // One after the other: the requests of a hundred that wait at once would be most of the load.
  const calls: CallDetail[] = [];
  for (const [n, id] of ids.entries()) {
    const because = reasons[talks[n]?.callee ?? ''];
    calls.push(await client.waitUntilEnded(id, because ? { because } : {}));
  }
  for (const [n, call] of calls.entries()) {
    const { word, callee } = talks[n] ?? { word: '', callee: '' };
    const said = transcriptOf(call).join('\n');
    expect(call.status).toBe('completed');
    for (const other of talks) if (other.word !== word) expect(said).not.toContain(other.word);
    expect(said.includes('wrong number')).toBe(callee === 'wrong-number');
    expect(call.reason).toBe(reasons[callee] ?? null);
    expect(call.transcript.map(({ ordinal }) => ordinal)).toEqual(
      [...new Set(call.transcript.map(({ ordinal }) => ordinal))].toSorted((a, b) => a - b),
    );
  }
});
