import { afterAll, beforeAll, expect, test } from 'vitest';
import { speak } from '../testing/realtime/plan.ts';
import { answering, defineCallee, ledgerOf, sessionOf, wordsHeard } from '../testing/realtime-callees.ts';
import { openRealtimeDesk, type RealtimeDesk } from '../testing/realtime-desk.ts';

let desk: RealtimeDesk;
beforeAll(async () => {
  desk = await openRealtimeDesk(1);
});
afterAll(() => desk.stop());

const opening = 'Hello, this is the AI assistant of GS Dental.';
const question = 'When are you open?';
const answer = 'We are open on Monday, on Tuesday and on Thursday afternoon.';
/** Audio frames after which the other party hangs up: during, between and after utterances. */
const places = [1, 2, 10, 25, 55, 120, 150, 190, 215, 260, 330, 420];

/** How the call ended, how much of the agent was heard and what was said. */
async function hangUpAfter(frames: number) {
  const number = defineCallee(desk, [{ wait: 'agent' }, { say: question }]);
  const id = await desk.client.placeAccepted(number, { message: `This is for ${number}.` });
  const session = await sessionOf(desk, `This is for ${number}.`);
  await session.received.untilCount('input_audio_buffer.append', frames);
  desk.lab.hangUp(desk.lab.calls().find(({ to }) => to === number)?.sid ?? '');
  await desk.client.waitUntilEnded(id);
  await expect(session.received.until('never')).rejects.toThrow('the session is closed');
  return { id, number, session };
}

test(`hang-ups after ${places.join(', ')} frames store what was heard and leave nothing behind`, async () => {
  desk.service.answerWith(answering(() => speak(answer)));
  const before = desk.log.length;
  const calls = await Promise.all(places.map((frames) => hangUpAfter(frames)));
  const over = () => desk.log.slice(before).filter((line) => /media stream session ended/.test(line)).length;
  await expect.poll(over).toBe(places.length);
  for (const { id, number, session } of calls) {
    const { transcript, ...call } = await desk.client.call(id);
    expect(call).toMatchObject({ status: 'completed', reason: null });
    const of = (who: string) =>
      transcript.flatMap(({ speaker, message }) => (speaker === who ? [message] : []));
    expect(of('system')).toEqual([]);
    // Only whole words are stored; the carrier's clock is not ours, so the last word may differ.
    const stored = of('agent').join(' ');
    const heard = wordsHeard(desk, number);
    expect(`${opening} ${answer}`.startsWith(stored)).toBe(true);
    expect(Math.abs(heard.length - stored.length), `${stored} | ${heard}`).toBeLessThanOrEqual(12);
    const said = ledgerOf(desk, number).flatMap((entry) =>
      entry.kind === 'said' && entry.by === 'party' ? [entry] : [],
    );
    expect(of('user').length).toBeLessThanOrEqual(1);
    for (const text of of('user')) expect(question.startsWith(text)).toBe(true);
    if (said.some(({ cut }) => !cut)) expect(of('user')).toEqual([question]);
    expect(session.sent.ofType('error')).toEqual([]);
  }
});
