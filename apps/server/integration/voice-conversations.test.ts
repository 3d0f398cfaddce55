import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openVoiceDesk, script, summedUp, type VoiceDesk } from '../src/testing/voice-desk.ts';

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

describe('an answered call is a conversation', () => {
  test('somebody confirms an appointment, and a summary says so', async () => {
    const { kit } = voice;
    const id = await kit.placed(someone('confirms'), { message: reminder });
    const call = await kit.ended(id);
    expect(call).toMatchObject({ status: 'completed', reason: null, engine: 'relay' });
    const lines = script(call);
    expect(lines[0]).toBe('agent: Hello, this is the AI assistant of GS Dental.');
    expect(lines).toContain('user: Yes, I will be there.');
    expect(lines.at(-1)).toMatch(/^agent: .*Goodbye\.$/);
    expect(call.turns.length).toBeGreaterThanOrEqual(2);
    const { summary } = await summedUp(kit, id);
    expect(summary).toContain('Yes, I will be there.');
    expect(summary).toContain('### What to do next');
  });
});
