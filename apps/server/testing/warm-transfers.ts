import type { CallDetail, FollowUp } from '@parley/contract';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { englishPhrases } from '../src/voice/session/settings.ts';
import { setTransferTarget } from './transfer-target.ts';
import { transcriptOf, type VoiceDesk } from './voice-desk.ts';

/** A desk whose agent connects whoever asks for a person, and says goodbye to everything else. */
export interface TransferringDesk {
  readonly desk: VoiceDesk;
  stop(): Promise<void>;
}

export const connecting = 'I am connecting you.';
export const goodbye = 'I will let them know. Goodbye.';
export const why = 'wants to move an appointment';

const colleague = '+15005550130';
const ourNumber = '+15005550006';
const { notTransferred } = englishPhrases;

type Direction = CallDetail['direction'];
const directions = ['outbound', 'inbound'] as const;

/** All endings of a hand-over, on whichever engine (CL31 to CL34). */
export function warmTransferTests(open: () => Promise<TransferringDesk>, firstNumber: number): void {
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });
  let opened: TransferringDesk;
  let desk: VoiceDesk;
  let lastNumber = firstNumber;
  beforeAll(async () => {
    opened = await open();
    ({ desk } = opened);
    desk.lab.callees.setNumber(colleague, 'handset');
  });
  afterAll(() => opened.stop());

  /** Somebody who wants a person, and leaves it at that when there is none: called, or calling in. */
  async function callWho(
    target: string,
    { direction = 'outbound', kind = 'warm' }: { direction?: Direction; kind?: 'cold' | 'warm' } = {},
  ) {
    await setTransferTarget(desk.database.owner, target, kind);
    lastNumber += 1;
    const number = `+1500555${lastNumber}`;
    desk.lab.callees.define(number, {
      script: [
        { wait: 'agent' },
        { say: 'A person, please.' },
        { wait: { phrase: 'anything else', withinMs: 600_000 } },
        { wait: 'agent' },
        { say: 'Then tell them that I called.' },
        { silence: 600_000 },
      ],
      patienceMs: 'endless',
    });
    if (direction === 'inbound') return callIn(number);
    desk.lab.callees.setNumber(number, number);
    const id = await desk.client.placeAccepted(number);
    return { id, number, sid: () => desk.lab.calls().find(({ to }) => to === number)?.sid ?? '' };
  }

  async function callIn(number: string) {
    const { sid } = desk.lab.dialIn({ from: number, to: ourNumber, callee: number });
    const listed = async () => (await desk.client.calls()).find(({ from }) => from === number)?._id;
    await expect.poll(listed, { timeout: 30_000 }).toBeDefined();
    return { id: (await listed()) ?? '', number, sid: () => sid };
  }

  const legOf = async (parent: () => string, status: string) => {
    await expect
      .poll(() => desk.lab.calls().find((leg) => leg.parentCallSid === parent())?.status, {
        timeout: 60_000,
      })
      .toBe(status);
    return desk.lab.calls().find((leg) => leg.parentCallSid === parent())?.sid ?? '';
  };
  const heard = (sid: string) =>
    desk.lab
      .ledger(sid)
      .flatMap((entry) => (entry.kind === 'said' && entry.by === 'app' ? [entry.text.trim()] : []))
      .join(' ');
  const followUps = async (number: string): Promise<string[]> =>
    (await desk.client.request('GET', '/api/follow-ups')).body.followUps
      .filter((one: FollowUp) => one.number === number)
      .map(({ reason }: FollowUp) => reason);
  const expectFollowUp = (number: string) =>
    expect.poll(() => followUps(number), { timeout: 30_000 }).toEqual(['transfer_failed']);
  const notes = (call: CallDetail) => transcriptOf(call).filter((line) => line.startsWith('system: '));

  test.each(directions)(
    'CL31: a colleague hears who it is and why, presses 1, and both talk (%s)',
    async (direction) => {
      const { id, number, sid } = await callWho('+15005550115', { direction });
      await desk.lab.waitFor(
        (entry) => entry.kind === 'said' && entry.callSid === sid() && entry.text.includes('this is Kim'),
      );
      const leg = await legOf(sid, 'in-progress');
      expect(heard(leg)).toMatch(new RegExp(`^A call from [\\d ]+\\. It is about this: ${why}\\. Press 1`));
      expect(heard(sid())).not.toContain('Press 1');
      desk.lab.hangUp(leg);
      const ended = await desk.client.waitUntilEnded(id, { because: 'transferred' });
      expect(ended).toMatchObject({ status: 'completed', reason: 'transferred' });
      expect(heard(sid())).not.toContain(notTransferred);
      expect(notes(ended)).toEqual(['system: Transferred to a person.']);
      expect(await followUps(number)).toEqual([]);
    },
  );

  describe('CL33: the agent comes back, says so and goes on', () => {
    test.each([
      ['a colleague who presses nothing', '+15005550116', {}],
      ['a colleague who hangs up', '+15005550117', {}],
      ['a mailbox', '+15005550103', {}],
      ['a busy line', '+15005550101', {}],
      ['nobody who answers', '+15005550102', {}],
      ['a number that cannot be reached', '+15005550107', {}],
      ['a busy line, put through cold', '+15005550101', { kind: 'cold' }],
      ['to a caller, from a colleague who presses nothing', '+15005550116', { direction: 'inbound' }],
      ['to a caller, from a mailbox', '+15005550103', { direction: 'inbound' }],
      ['to a caller, from nobody who answers', '+15005550102', { direction: 'inbound' }],
    ] as const)('%s', async (_, target, how) => {
      const { id, number, sid } = await callWho(target, how);
      const ended = await desk.client.waitUntilEnded(id);
      expect(ended).toMatchObject({ status: 'completed', reason: null });
      // The carrier can tell the end before the session has stored what was said last.
      await expect
        .poll(async () => transcriptOf(await desk.client.call(id)).slice(-5), { timeout: 30_000 })
        .toEqual([
          'system: Transferred to a person.',
          'system: The call could not be transferred.',
          `agent: ${notTransferred}`,
          'user: Then tell them that I called.',
          `agent: ${goodbye}`,
        ]);
      expect(heard(sid())).toContain(notTransferred);
      expect(heard(sid())).toContain(goodbye);
      await expectFollowUp(number);
    });
  });

  describe.each(directions)('CL34: the other party hangs up (%s)', (direction) => {
    test('while the phone of the colleague rings', async () => {
      const { id, number, sid } = await callWho(colleague, { direction });
      const leg = await legOf(sid, 'ringing');
      desk.lab.hangUp(sid());
      const ended = await desk.client.waitUntilEnded(id);
      await expectFollowUp(number);
      expect((await desk.lab.ended(leg)).status).toBe('canceled');
      await expect.poll(async () => (await desk.client.call(ended._id)).reason).toBeNull();
    });

    test('while the colleague hears the briefing', async () => {
      const { id, number, sid } = await callWho(colleague, { direction });
      const leg = await legOf(sid, 'ringing');
      desk.lab.answer(leg);
      await desk.lab.waitFor((entry) => entry.callSid === leg && entry.kind === 'webhook');
      desk.lab.hangUp(sid());
      await desk.client.waitUntilEnded(id);
      await expectFollowUp(number);
      await expect.poll(async () => (await desk.client.call(id)).reason).toBeNull();
    });

    test('after the colleague has taken the call', async () => {
      const { id, number, sid } = await callWho(colleague, { direction });
      const leg = await legOf(sid, 'ringing');
      desk.lab.answer(leg);
      await desk.lab.waitFor((entry) => entry.callSid === leg && entry.kind === 'said');
      desk.lab.press(leg, '1');
      // Nobody hears what is said before the two are connected.
      const sayAgain = () => {
        const isHeard = heard(sid()).includes('this is the desk');
        if (!isHeard) desk.lab.say(leg, 'Hello, this is the desk.');
        return isHeard;
      };
      await expect.poll(sayAgain, { timeout: 100_000, interval: 500 }).toBe(true);
      desk.lab.hangUp(sid());
      const ended = await desk.client.waitUntilEnded(id, { because: 'transferred' });
      expect(ended.reason).toBe('transferred');
      expect(await followUps(number)).toEqual([]);
    });
  });

  test('CL32: another key is no key', async () => {
    const { id, number, sid } = await callWho(colleague);
    const leg = await legOf(sid, 'ringing');
    desk.lab.answer(leg);
    await desk.lab.waitFor((entry) => entry.callSid === leg && entry.kind === 'said');
    desk.lab.press(leg, '2');
    await desk.client.waitUntilEnded(id);
    expect(heard(sid())).toContain(notTransferred);
    await expectFollowUp(number);
  });
}
