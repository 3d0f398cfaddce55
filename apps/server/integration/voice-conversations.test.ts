import type { CallReason } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openVoiceDesk, transcriptOf, type VoiceDesk, waitForSummary } from '../testing/voice-desk.ts';

let voice: VoiceDesk;

beforeAll(async () => {
  voice = await openVoiceDesk();
});
afterAll(() => voice.stop());

const reminder =
  'Call Jordan Lee. Remind them of their check-up on Tuesday at ten in the morning and ask whether they will come.';

let lastNumber = 2000;
/** A number that nobody else in this file uses. */
const newNumber = () => `+1500555${++lastNumber}`;
const someone = (callee: string) => {
  const number = newNumber();
  voice.lab.callees.setNumber(number, callee);
  return number;
};
const talk = async (number: string, message = reminder, because?: CallReason) => {
  const id = await voice.client.placeAccepted(number, { message });
  return voice.client.waitUntilEnded(id, because && { because });
};
/** What was heard on the call, by the carrier's ledger. */
const heardOf = (number: string) => {
  const sid = voice.lab.calls().find(({ to }) => to === number)?.sid ?? '';
  return voice.lab.ledger(sid).flatMap((entry) => (entry.kind === 'said' ? [entry] : []));
};

describe('an answered call is a conversation', () => {
  test('somebody confirms an appointment, and a summary says so', async () => {
    const ended = await talk(someone('confirms'));
    const call = await waitForSummary(voice.client, ended._id);
    expect(call).toMatchObject({ status: 'completed', reason: null, engine: 'relay' });
    const lines = transcriptOf(call);
    expect(lines[0]).toBe('agent: Hello, this is the AI assistant of GS Dental.');
    expect(lines).toContain('user: Yes, I will be there.');
    expect(lines.at(-1)).toMatch(/^agent: .*Goodbye\.$/);
    expect(call.turns.length).toBeGreaterThanOrEqual(2);
    expect(call.summary).toContain('Yes, I will be there.');
    expect(call.summary).toContain('### What was said');
  });

  test('somebody wants another day', async () => {
    const call = await talk(someone('wants-another-day'));
    expect(call).toMatchObject({ status: 'completed', reason: null });
    expect(transcriptOf(call).join('\n')).toMatch(/user: .*(?:another|different|Thursday|Wednesday|day)/i);
    await waitForSummary(voice.client, call._id);
  });

  test('a wrong number ends the call', async () => {
    const call = await talk(someone('wrong-number'));
    expect(call.status).toBe('completed');
    expect(transcriptOf(call).join('\n')).toMatch(/user: .*wrong number/i);
    expect(transcriptOf(call).join('\n')).not.toMatch(/agent: .*check-up/);
  });

  test('an interruption cuts the sentence where it was heard, flagged', async () => {
    const number = newNumber();
    voice.lab.callees.define('cuts-in', {
      // Waits for the agent: what is said before the socket is open is not heard.
      script: [
        { wait: 'agent' },
        { say: 'Hello, yes?' },
        { wait: { phrase: 'calling to' } },
        { interrupt: { words: 2, say: 'Wait, who is this?' } },
      ],
      manners: true,
    });
    voice.lab.callees.setNumber(number, 'cuts-in');
    const call = await talk(
      number,
      // Long enough to be interrupted, even on a busy machine at fifteen times real time.
      `Tell them that the practice on Elm Street is closed on Friday because the street is being mended and nobody can get in ${'by the front door or by the back door or through the yard '.repeat(8)}and that it opens again on Monday.`,
    );
    const cut = call.transcript.find(({ speaker, interrupted }) => speaker === 'agent' && interrupted);
    const heard = heardOf(number).find(({ by, cut: wasCut }) => by === 'app' && wasCut);
    expect(heard).toBeDefined();
    expect(cut?.message).toBe(heard?.text.trim());
    expect(cut?.message).not.toContain('Monday');
    expect(transcriptOf(call).join('\n')).toContain('user: Wait, who is this?');
  });

  test('silence: asked once, then a goodbye', async () => {
    const call = await talk('+15005550105', reminder, 'silence');
    expect(call).toMatchObject({ status: 'completed', reason: 'silence', summaryState: 'none' });
    await expect
      .poll(async () => transcriptOf(await voice.client.call(call._id)))
      .toEqual([
        'agent: Hello, this is the AI assistant of GS Dental.',
        'agent: Hello, are you still there?',
        'agent: I cannot hear anybody, so I will hang up now. Goodbye.',
      ]);
  });

  test('nothing more is said to a machine once it is detected', async () => {
    const call = await talk('+15005550103', reminder, 'voicemail');
    expect(call).toMatchObject({ status: 'completed', reason: 'voicemail' });
    await expect
      .poll(async () => transcriptOf(await voice.client.call(call._id)).at(-1))
      .toBe('system: A machine answered. No message was left.');
    expect(
      heardOf('+15005550103')
        .map(({ text }) => text)
        .join(' '),
    ).not.toContain('check-up');
  });

  test('somebody hangs up in the middle of a word', async () => {
    const call = await talk('+15005550104');
    expect(call).toMatchObject({ status: 'completed', reason: null, summaryState: 'none' });
    const agents = async () =>
      (await voice.client.call(call._id)).transcript.filter(({ speaker }) => speaker === 'agent');
    await expect.poll(async () => (await agents())[0]?.interrupted).toBe(true);
    const opening = 'Hello, this is the AI assistant of GS Dental.';
    const [first] = await agents();
    expect(opening.startsWith(first?.message ?? 'nothing')).toBe(true);
    expect(first?.message).not.toBe(opening);
  });

  test('pressed keys count as something said', async () => {
    const number = newNumber();
    voice.lab.callees.define('presses', {
      greeting: 'Hello?',
      script: [{ wait: 'agent' }, { press: '12#' }],
      manners: true,
    });
    voice.lab.callees.setNumber(number, 'presses');
    const call = await talk(number);
    expect(transcriptOf(call)).toContain('system: The other party pressed 1 2 #.');
  });

  test('a number that asks not to be called is not called again', async () => {
    const number = someone('never-again');
    const call = await talk(number, reminder, 'do_not_call');
    expect(call).toMatchObject({ status: 'completed', reason: 'do_not_call' });
    expect(transcriptOf(call).join('\n')).toMatch(/agent: .*not call you again/i);
    expect(await voice.client.place(number)).toMatchObject({
      status: 409,
      body: { code: 'do_not_call', error: 'This number is on the do-not-call list.' },
    });
  });

  test('CL23: a caller with a forged number cannot put another number on the do-not-call list unnoticed', async () => {
    const number = newNumber();
    const { sid } = voice.lab.dialIn({ from: number, to: '+15005550006', callee: 'never-again' });
    await voice.lab.ended(sid);
    const listed = (await voice.client.calls()).find(({ from }) => from === number);
    const call = await voice.client.waitUntilEnded(listed?._id ?? '', { because: 'do_not_call' });
    expect(call).toMatchObject({ direction: 'inbound', reason: 'do_not_call' });
    await expect
      .poll(async () => (await voice.client.place(number)).body)
      .toMatchObject({
        code: 'do_not_call',
        error: expect.stringMatching(
          new RegExp(
            `nobody has confirmed it.*called in on \\w+ \\d+, \\d{4} .*${call._id}.*forged.*Settings, Do Not Call`,
          ),
        ),
      });
  });

  test('a call that is ended from the desk keeps what was heard', async () => {
    const id = await voice.client.placeAccepted(someone('confirms'), { message: `${reminder} `.repeat(3) });
    await expect.poll(async () => (await voice.client.call(id)).transcript.length).toBeGreaterThan(1);
    expect((await voice.client.end(id)).body.call).toMatchObject({
      status: 'completed',
      reason: 'ended_by_user',
    });
    await expect
      .poll(async () => transcriptOf(await voice.client.call(id)).at(-1))
      .toBe('system: Ended from the desk.');
  });
});

test('an inbound caller who wants an appointment', async () => {
  const { sid } = voice.lab.dialIn({ from: '+15005550077', to: '+15005550006' });
  await voice.lab.ended(sid);
  const listed = (await voice.client.calls()).find(({ from }) => from === '+15005550077');
  const call = await voice.client.waitUntilEnded(listed?._id ?? '');
  expect(call).toMatchObject({ direction: 'inbound', status: 'completed', reason: null });
  expect(transcriptOf(call)[0]).toMatch(/^agent: .*AI assistant of GS Dental.*\?$/);
  expect(transcriptOf(call).join('\n')).toMatch(/user: .*appointment/i);
  const { summary } = await waitForSummary(voice.client, call._id);
  expect(summary).toContain('next Tuesday morning');
});

test('the page of a live call receives each entry as it becomes final, and the summary', async () => {
  const abort = new AbortController();
  const events = await voice.client.events(abort.signal);
  const call = await talk(someone('confirms'));
  const { transcript } = await waitForSummary(voice.client, call._id);
  await expect
    .poll(() => events.seen.some((e) => e.type === 'call.changed' && e.call.summaryState === 'ready'))
    .toBe(true);
  const told = events.seen.flatMap((event) =>
    event.type === 'transcript.added' && event.callId === call._id ? [event.entry] : [],
  );
  // A question may be final before the speech that it interrupted; each entry carries its ordinal.
  expect(told.toSorted((one, other) => one.ordinal - other.ordinal)).toEqual(transcript);
  abort.abort();
});
