import type { CallReason } from '@parley/contract';
import { describe, expect, test } from 'vitest';
import type { CallBrief } from '../../src/ports/language-model.ts';
import type { ToolCall } from '../../src/ports/voice-tools.ts';
import type { LiveSession } from '../../src/voice/live-sessions.ts';
import { openingText } from '../../src/voice/opening.ts';
import { englishPhrases } from '../../src/voice/session/settings.ts';
import { exampleBrief as brief } from '../language-model-contract.ts';

/** What the agent of a test says and does when it is spoken to. */
export interface Reply {
  readonly text: string;
  readonly tools?: readonly ToolCall[];
}

/** One session on any wire, with the carrier and the other party in the test's hands. */
export interface SessionRig {
  readonly session: LiveSession;
  readonly reasons: readonly CallReason[];
  readonly actions: readonly string[];
  transcript(): string[];
  callerSays(text: string): Promise<void>;
  /** Waits until the agent has said these words, and lets so much of all it said be heard; all of it by default. */
  hears(text: string, share?: number): Promise<void>;
  /** Talks into what the agent is saying. */
  cutsIn(text: string): Promise<void>;
  press(digits: string): Promise<void>;
  /** Nobody says or does anything. */
  pass(ms: number): Promise<void>;
  /** Whether the carrier was asked to finish the session. */
  ended(): boolean;
  /** Whether the other party was handed on to a person. */
  transferred(): boolean;
  hangUp(): void;
  /** The line is gone without a word. */
  drop(): void;
}

export type OpenRig = (brief: CallBrief, reply: (said: string) => Reply) => Promise<SessionRig>;

const opening = openingText(brief);
const over = { name: 'end_call', input: { reason: 'finished' } } as const;

/** Rules of every conversation, whether the carrier speaks or the engine does. */
export function sessionContract(name: string, open: OpenRig): void {
  describe(`${name}: rules of every conversation`, () => {
    test('VS4 the first words say who it is, and nothing is asked of the agent before', async () => {
      const rig = await open(brief, () => ({ text: 'Too early.' }));
      await rig.hears(opening);
      expect(rig.transcript()).toEqual([`agent: ${opening}`]);
      rig.hangUp();
      await rig.session.done;
    });

    test('VS5 what is said is stored and answered, in the order of speaking', async () => {
      const rig = await open(brief, (said) => ({ text: `You said ${said}` }));
      await rig.hears(opening);
      await rig.callerSays('Good morning.');
      await rig.hears('You said Good morning.');
      rig.hangUp();
      await rig.session.done;
      expect(rig.transcript()).toEqual([
        `agent: ${opening}`,
        'user: Good morning.',
        'agent: You said Good morning.',
      ]);
      expect(rig.reasons).toEqual([]);
    });

    test('VS21 the goodbye is heard before the line drops', async () => {
      const rig = await open(brief, () => ({ text: 'Thank you. Goodbye.', tools: [over] }));
      await rig.hears(opening);
      await rig.callerSays('That is all.');
      await rig.hears('Thank you. Goodbye.', 0.5);
      expect(rig.ended()).toBe(false);
      await rig.hears('Thank you. Goodbye.');
      await expect.poll(() => rig.ended()).toBe(true);
      rig.hangUp();
      await rig.session.done;
      expect(rig.transcript().at(-1)).toBe('agent: Thank you. Goodbye.');
      expect(rig.reasons).toEqual([]);
    });

    test('VS7 VS8 interrupted speech is stored as heard, and the question that cut in is answered', async () => {
      const rig = await open(brief, (said) => ({
        text: said === 'Wait.' ? 'Go on, please.' : 'We have a place on Tuesday at ten o clock.',
      }));
      await rig.hears(opening);
      await rig.callerSays('When?');
      await rig.hears('We have a place on Tuesday at ten o clock.', 0.5);
      await rig.cutsIn('Wait.');
      await rig.hears('Go on, please.');
      rig.hangUp();
      await rig.session.done;
      const lines = rig.transcript();
      expect(lines[2]).toMatch(/^agent: We have a place .*\*$/);
      expect(lines[2]).not.toContain('clock');
      expect(lines.slice(3)).toEqual(['user: Wait.', 'agent: Go on, please.']);
    });

    test('VS11 whoever talks at length is stored whole, and nobody talks into it', async () => {
      const story = 'It hurts when I drink something cold and also when it is warm. '.repeat(4).trim();
      const rig = await open(brief, () => ({ text: 'I see.' }));
      await rig.hears(opening);
      await rig.callerSays(story);
      await rig.hears('I see.');
      rig.hangUp();
      await rig.session.done;
      expect(rig.transcript().slice(1)).toEqual([`user: ${story}`, 'agent: I see.']);
    });

    test('VS17 silence: asked once, then a goodbye', async () => {
      const { areYouThere, silenceGoodbye } = englishPhrases;
      const rig = await open(brief, () => ({ text: 'Yes.' }));
      await rig.hears(opening);
      await rig.pass(8_000);
      await rig.hears(areYouThere);
      await rig.pass(8_000);
      await rig.hears(silenceGoodbye);
      await expect.poll(() => rig.ended()).toBe(true);
      rig.hangUp();
      await rig.session.done;
      expect(rig.transcript().slice(1)).toEqual([`agent: ${areYouThere}`, `agent: ${silenceGoodbye}`]);
      expect(rig.reasons).toEqual(['silence']);
    });

    test('VS20 a machine hears nothing more', async () => {
      const rig = await open(brief, () => ({ text: 'Yes.' }));
      await rig.hears(opening, 0.5);
      rig.session.send({ type: 'control.amdResult', answeredBy: 'machine' });
      await expect.poll(() => rig.ended()).toBe(true);
      rig.hangUp();
      await rig.session.done;
      expect(rig.reasons).toEqual(['voicemail']);
    });

    test('VS23 a transfer is announced, then made', async () => {
      const person = { name: 'transfer_call', input: { reason: 'wants a person' } } as const;
      const rig = await open({ ...brief, canTransfer: true }, () => ({
        ...{ text: 'I am connecting you.', tools: [person] },
      }));
      await rig.hears(opening);
      await rig.callerSays('A person, please.');
      await rig.hears('I am connecting you.', 0.5);
      expect(rig.transferred()).toBe(false);
      await rig.hears('I am connecting you.');
      await expect.poll(() => rig.transferred()).toBe(true);
      rig.hangUp();
      await rig.session.done;
      expect(rig.reasons).toEqual(['transferred']);
    });

    test('VS25 keys count as one thing said, and are answered', async () => {
      const rig = await open(brief, () => ({ text: 'Thank you.' }));
      await rig.hears(opening);
      await rig.press('42');
      await rig.pass(2_500);
      await rig.hears('Thank you.');
      rig.hangUp();
      await rig.session.done;
      expect(rig.transcript().slice(1)).toEqual([
        'system: The other party pressed 4 2.',
        'agent: Thank you.',
      ]);
    });

    test('VS26 a process that stops says goodbye in time', async () => {
      const { drainGoodbye } = englishPhrases;
      const rig = await open(brief, () => ({ text: 'Yes.' }));
      await rig.hears(opening);
      rig.session.send({ type: 'control.drain', withinMs: 9_000 });
      await rig.pass(3_000);
      await rig.hears(drainGoodbye);
      await expect.poll(() => rig.ended()).toBe(true);
      rig.hangUp();
      await rig.session.done;
      expect(rig.transcript().slice(1)).toEqual([
        `agent: ${drainGoodbye}`,
        'system: The server stopped during the call.',
      ]);
      expect(rig.reasons).toEqual(['server_stopped']);
    });

    test('VS15 a line that goes in the middle of a sentence leaves what was heard, flagged', async () => {
      const rig = await open(brief, () => ({ text: 'Yes.' }));
      await rig.hears(opening, 0.5);
      rig.drop();
      await rig.session.done;
      const [line] = rig.transcript();
      expect(line).toMatch(/^agent: Hello, this .*\*$/);
      expect(opening.startsWith(line?.slice('agent: '.length, -1) ?? '-')).toBe(true);
      expect(rig.reasons).toEqual(['line_dropped']);
    });

    test('VS24 a promise not to call is kept once and told', async () => {
      const never = { name: 'do_not_call', input: {} } as const;
      const rig = await open(brief, () => ({ text: 'I will not call again.', tools: [never, never, over] }));
      await rig.hears(opening);
      await rig.callerSays('Never call me again.');
      await rig.hears('I will not call again.');
      await expect.poll(() => rig.ended()).toBe(true);
      rig.hangUp();
      await rig.session.done;
      expect(rig.actions.filter((deed) => deed === 'doNotCall')).toHaveLength(1);
      expect(rig.reasons).toEqual(['do_not_call']);
    });

    test('VS28 ended from the desk, it stops at once and says why', async () => {
      const rig = await open(brief, () => ({ text: 'Yes.' }));
      await rig.hears(opening, 0.5);
      rig.session.send({ type: 'control.hangup' });
      await expect.poll(() => rig.ended()).toBe(true);
      rig.hangUp();
      await rig.session.done;
      expect(rig.transcript().at(-1)).toBe('system: Ended from the desk.');
      expect(rig.reasons).toEqual(['ended_by_user']);
    });
  });
}
