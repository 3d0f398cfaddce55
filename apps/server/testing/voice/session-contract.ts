import type { CallReason } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import type { CallBrief } from '../../src/ports/language-model.ts';
import type { ToolCall } from '../../src/ports/voice-tools.ts';
import type { LiveSession } from '../../src/voice/live-sessions.ts';
import { openingText } from '../../src/voice/opening.ts';
import { type CallManners, plainManners } from '../../src/voice/session/manners.ts';
import { englishPhrases } from '../../src/voice/session/settings.ts';
import { exampleBrief as brief } from '../language-model-contract.ts';

/** What the agent of a test answers. */
export interface Reply {
  readonly text: string;
  readonly tools?: readonly ToolCall[];
}

/** One session over any transport, with a carrier and another party that the test controls. */
export interface SessionHarness {
  readonly session: LiveSession;
  readonly reasons: readonly CallReason[];
  readonly actions: readonly string[];
  transcript(): string[];
  callerSays(text: string): Promise<void>;
  /** Waits until the agent has said this text and plays a share of it; all by default. */
  playUntilHeard(text: string, share?: number): Promise<void>;
  /** Talks over the agent. */
  interrupt(text: string): Promise<void>;
  press(digits: string): Promise<void>;
  /** Lets time pass without any input. */
  advance(ms: number): Promise<void>;
  /** Whether the carrier was asked to finish the session. */
  ended(): boolean;
  /** Whether the call was transferred. */
  transferred(): boolean;
  hangUp(): void;
  /** The connection is lost without a close message. */
  drop(): void;
}

export type OpenSession = (
  brief: CallBrief,
  reply: (said: string) => Reply,
  manners?: CallManners,
) => Promise<SessionHarness>;

const opening = openingText(brief);
const over = { name: 'end_call', input: { reason: 'finished' } } as const;

/** Rules of every conversation, whether the carrier speaks or the engine does. */
export function sessionContract(name: string, open: OpenSession): void {
  describe(`${name}: rules of every conversation`, () => {
    test('VS4 the first words say who it is, and nothing is asked of the agent before', async () => {
      const harness = await open(brief, () => ({ text: 'Too early.' }));
      await harness.playUntilHeard(opening);
      expect(harness.transcript()).toEqual([`agent: ${opening}`]);
      harness.hangUp();
      await harness.session.done;
    });

    test('VS5 what is said is stored and answered, in the order of speaking', async () => {
      const harness = await open(brief, (said) => ({ text: `You said ${said}` }));
      await harness.playUntilHeard(opening);
      await harness.callerSays('Good morning.');
      await harness.playUntilHeard('You said Good morning.');
      harness.hangUp();
      await harness.session.done;
      expect(harness.transcript()).toEqual([
        `agent: ${opening}`,
        'user: Good morning.',
        'agent: You said Good morning.',
      ]);
      expect(harness.reasons).toEqual([]);
    });

    test('VS21 the goodbye is heard before the line drops', async () => {
      const harness = await open(brief, () => ({ text: 'Thank you. Goodbye.', tools: [over] }));
      await harness.playUntilHeard(opening);
      await harness.callerSays('That is all.');
      await harness.playUntilHeard('Thank you. Goodbye.', 0.5);
      expect(harness.ended()).toBe(false);
      await harness.playUntilHeard('Thank you. Goodbye.');
      await expect.poll(() => harness.ended()).toBe(true);
      harness.hangUp();
      await harness.session.done;
      expect(harness.transcript().at(-1)).toBe('agent: Thank you. Goodbye.');
      expect(harness.reasons).toEqual([]);
    });

    test('VS7 VS8 interrupted speech is stored as heard, and the question that cut in is answered', async () => {
      const harness = await open(brief, (said) => ({
        text: said === 'Wait.' ? 'Go on, please.' : 'We have a place on Tuesday at ten o clock.',
      }));
      await harness.playUntilHeard(opening);
      await harness.callerSays('When?');
      await harness.playUntilHeard('We have a place on Tuesday at ten o clock.', 0.5);
      await harness.interrupt('Wait.');
      await harness.playUntilHeard('Go on, please.');
      harness.hangUp();
      await harness.session.done;
      const lines = harness.transcript();
      expect(lines[2]).toMatch(/^agent: We have a place .*\*$/);
      expect(lines[2]).not.toContain('clock');
      expect(lines.slice(3)).toEqual(['user: Wait.', 'agent: Go on, please.']);
    });

    test('VS11 whoever talks at length is stored whole, and nobody talks into it', async () => {
      const story = 'It hurts when I drink something cold and also when it is warm. '.repeat(4).trim();
      const harness = await open(brief, () => ({ text: 'I see.' }));
      await harness.playUntilHeard(opening);
      await harness.callerSays(story);
      await harness.playUntilHeard('I see.');
      harness.hangUp();
      await harness.session.done;
      expect(harness.transcript().slice(1)).toEqual([`user: ${story}`, 'agent: I see.']);
    });

    test('VS17 silence: asked once, then a goodbye', async () => {
      const { areYouThere, silenceGoodbye } = englishPhrases;
      const harness = await open(brief, () => ({ text: 'Yes.' }));
      await harness.playUntilHeard(opening);
      await harness.advance(8_000);
      await harness.playUntilHeard(areYouThere);
      await harness.advance(8_000);
      await harness.playUntilHeard(silenceGoodbye);
      await expect.poll(() => harness.ended()).toBe(true);
      harness.hangUp();
      await harness.session.done;
      expect(harness.transcript().slice(1)).toEqual([`agent: ${areYouThere}`, `agent: ${silenceGoodbye}`]);
      expect(harness.reasons).toEqual(['silence']);
    });

    test('VS20 a machine hears nothing more', async () => {
      const harness = await open(brief, () => ({ text: 'Yes.' }));
      await harness.playUntilHeard(opening, 0.5);
      harness.session.send({ type: 'control.amdResult', answeredBy: 'machine' });
      await expect.poll(() => harness.ended()).toBe(true);
      harness.hangUp();
      await harness.session.done;
      expect(harness.reasons).toEqual(['voicemail']);
    });

    test('VS40 a message is left on a machine once it may be, and then the call ends', async () => {
      const message = 'Please call us back. Thank you.';
      const manners = { ...plainManners, voicemailMessage: message };
      const harness = await open(brief, () => ({ text: 'Yes.' }), manners);
      await harness.playUntilHeard(opening);
      const end = { type: 'control.amdResult', answeredBy: 'machine', greetingEnd: 'beep' } as const;
      harness.session.send(end);
      harness.session.send(end);
      await harness.playUntilHeard(message, 0.5);
      expect(harness.ended()).toBe(false);
      await harness.playUntilHeard(message);
      await expect.poll(() => harness.ended()).toBe(true);
      harness.hangUp();
      await harness.session.done;
      expect(harness.actions.filter((action) => action === 'claimMessage')).toHaveLength(1);
      expect(harness.transcript()).toEqual([
        `agent: ${opening}`,
        `agent: ${message}`,
        'system: A machine answered. The message was left.',
      ]);
      expect(harness.reasons).toEqual(['voicemail_left']);
    });

    test('VS23 a transfer is announced, then made', async () => {
      const person = { name: 'transfer_call', input: { reason: 'wants a person' } } as const;
      const harness = await open({ ...brief, canTransfer: true }, () => ({
        ...{ text: 'I am connecting you.', tools: [person] },
      }));
      await harness.playUntilHeard(opening);
      await harness.callerSays('A person, please.');
      await harness.playUntilHeard('I am connecting you.', 0.5);
      expect(harness.transferred()).toBe(false);
      await harness.playUntilHeard('I am connecting you.');
      await expect.poll(() => harness.transferred()).toBe(true);
      harness.hangUp();
      await harness.session.done;
      expect(harness.reasons).toEqual(['transferred']);
    });

    test('VS25 keys count as one thing said, and are answered', async () => {
      const harness = await open(brief, () => ({ text: 'Thank you.' }));
      await harness.playUntilHeard(opening);
      await harness.press('42');
      await harness.advance(2_500);
      await harness.playUntilHeard('Thank you.');
      harness.hangUp();
      await harness.session.done;
      expect(harness.transcript().slice(1)).toEqual([
        'system: The other party pressed 4 2.',
        'agent: Thank you.',
      ]);
    });

    test('VS26 a process that stops says goodbye in time', async () => {
      const { drainGoodbye } = englishPhrases;
      const harness = await open(brief, () => ({ text: 'Yes.' }));
      await harness.playUntilHeard(opening);
      harness.session.send({ type: 'control.drain', withinMs: 9_000 });
      await harness.advance(3_000);
      await harness.playUntilHeard(drainGoodbye);
      await expect.poll(() => harness.ended()).toBe(true);
      harness.hangUp();
      await harness.session.done;
      expect(harness.transcript().slice(1)).toEqual([
        `agent: ${drainGoodbye}`,
        'system: The server stopped during the call.',
      ]);
      expect(harness.reasons).toEqual(['server_stopped']);
    });

    test('VS15 a line that goes in the middle of a sentence leaves what was heard, flagged', async () => {
      const harness = await open(brief, () => ({ text: 'Yes.' }));
      await harness.playUntilHeard(opening, 0.5);
      harness.drop();
      await harness.session.done;
      const [line] = harness.transcript();
      expect(line).toMatch(/^agent: Hello, this .*\*$/);
      expect(opening.startsWith(line?.slice('agent: '.length, -1) ?? '-')).toBe(true);
      expect(harness.reasons).toEqual(['line_dropped']);
    });

    test('VS24 a promise not to call is kept once and told', async () => {
      const never = { name: 'do_not_call', input: {} } as const;
      const harness = await open(brief, () => ({
        text: 'I will not call again.',
        tools: [never, never, over],
      }));
      await harness.playUntilHeard(opening);
      await harness.callerSays('Never call me again.');
      await harness.playUntilHeard('I will not call again.');
      await expect.poll(() => harness.ended()).toBe(true);
      harness.hangUp();
      await harness.session.done;
      expect(harness.actions.filter((action) => action === 'doNotCall')).toHaveLength(1);
      expect(harness.reasons).toEqual(['do_not_call']);
    });

    test('VS28 ended from the desk, it stops at once and says why', async () => {
      const harness = await open(brief, () => ({ text: 'Yes.' }));
      await harness.playUntilHeard(opening, 0.5);
      harness.session.send({ type: 'control.hangup' });
      await expect.poll(() => harness.ended()).toBe(true);
      harness.hangUp();
      await harness.session.done;
      expect(harness.transcript().at(-1)).toBe('system: Ended from the desk.');
      expect(harness.reasons).toEqual(['ended_by_user']);
    });
  });
}
