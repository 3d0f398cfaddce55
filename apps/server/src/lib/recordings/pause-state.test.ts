import { describe, expect, test } from 'vitest';
import {
  type CommandAnswer,
  notPaused,
  type PauseState,
  phaseOf,
  takeCommand,
  withAnswer,
  withPauseRequest,
} from './pause-state.ts';

const now = 1_000_000;
const lease = 25_000;
const states = {
  recording: notPaused,
  'asked by a person': { ...notPaused, byPerson: true, pausedAt: now - 10 },
  'asked by a tool': { ...notPaused, byToolUntil: now + 1, pausedAt: now - 10 },
  'asked, on its way': { ...notPaused, byPerson: true, pausedAt: now - 10, commandUntil: now + 1 },
  'asked, its server died': { ...notPaused, byPerson: true, pausedAt: now - 10, commandUntil: now },
  'asked, not answered': { ...notPaused, byPerson: true, pausedAt: now - 10, unanswered: true },
  confirmed: { ...notPaused, byPerson: true, pausedAt: now - 10, confirmedAt: now - 5 },
  'confirmed for an earlier pause': {
    ...notPaused,
    byPerson: true,
    pausedAt: now - 10,
    confirmedAt: now - 20,
  },
  'confirmed, given up': { ...notPaused, pausedAt: now - 10, confirmedAt: now - 5 },
  'confirmed, the time of its tool is over': {
    ...{ ...notPaused, byToolUntil: now, pausedAt: now - 10, confirmedAt: now - 5 },
  },
  'not answered, given up': { ...notPaused, pausedAt: now - 10, unanswered: true },
  'told to go on': { ...notPaused, pausedAt: now - 10, commandUntil: now + 1 },
} satisfies Record<string, PauseState>;

describe('RC18: paused means confirmed by the carrier, and one command is given at a time', () => {
  test.each([
    ['recording', 'recording', 'settled'],
    ['asked by a person', 'pausing', 'pause'],
    ['asked by a tool', 'pausing', 'pause'],
    ['asked, on its way', 'pausing', 'busy'],
    ['asked, its server died', 'pausing', 'pause'],
    ['asked, not answered', 'pausing', 'pause'],
    ['confirmed', 'paused', 'settled'],
    ['confirmed for an earlier pause', 'pausing', 'pause'],
    ['confirmed, given up', 'recording', 'resume'],
    ['confirmed, the time of its tool is over', 'recording', 'resume'],
    ['not answered, given up', 'recording', 'resume'],
    ['told to go on', 'recording', 'busy'],
  ] as const)('%s: it is shown as %s, and the next command is %s', (name, phase, expected) => {
    const [after, next] = takeCommand(states[name], now, lease);
    expect(phaseOf(states[name], now)).toBe(phase);
    expect(next.kind === 'command' ? next.command : next.kind).toBe(expected);
    if (next.kind === 'command') expect(after.commandUntil).toBe(now + lease);
    else expect(after).toEqual(states[name]);
    // From the moment on at which it is told to go on, nothing is confirmed.
    if (expected === 'resume') expect(after.confirmedAt).toBeNull();
  });

  test.each([
    ['asked by a person', 'done', true, 'paused', 'paused'],
    ['asked by a person', 'refused', true, 'pausing', 'none'],
    ['asked by a person', 'unavailable', true, 'pausing', 'none'],
    ['asked by a person', 'done', false, 'recording', 'paused'],
    ['asked by a person', 'refused', false, 'recording', 'again'],
    ['asked by a person', 'unavailable', false, 'recording', 'again'],
    ['confirmed, given up', 'done', false, 'recording', 'resumed'],
    ['confirmed, given up', 'refused', false, 'recording', 'resumed'],
    ['confirmed, given up', 'unavailable', false, 'recording', 'none'],
    ['confirmed, given up', 'done', true, 'pausing', 'resumed'],
    ['confirmed, given up', 'refused', true, 'pausing', 'again'],
    ['confirmed, given up', 'unavailable', true, 'pausing', 'again'],
  ] as const)(
    '%s, answered with %s while a pause is wanted: %s. It is shown as %s (%s)',
    (name, answer, wanted, phase, effect) => {
      const [told, next] = takeCommand(states[name], now, lease);
      if (next.kind !== 'command') throw new Error('no command');
      const requested = withPauseRequest(told, { byPerson: wanted }, now + 1);
      const [after, changed] = withAnswer(requested, next, answer as CommandAnswer, now + 2);
      expect([phaseOf(after, now + 2), changed, after.commandUntil]).toEqual([phase, effect, null]);
    },
  );

  /** A command that was given, and its time is over. */
  const lateCommand = (command: 'pause' | 'resume') =>
    ({ kind: 'command', command, until: now - 1 }) as const;
  const paused = states.confirmed;
  const recording = states.recording;

  test.each([
    ['resume', 'pause', 'done', paused, 'pausing', 'pause', 'resumed'],
    ['resume', 'pause', 'unavailable', paused, 'pausing', 'pause', 'late'],
    ['resume', 'pause', 'refused', paused, 'paused', 'settled', 'late'],
    ['resume', 'pause', 'unsent', paused, 'paused', 'settled', 'late'],
    ['pause', 'resume', 'done', recording, 'recording', 'resume', 'paused'],
    ['pause', 'resume', 'unavailable', recording, 'recording', 'resume', 'late'],
    ['pause', 'resume', 'refused', recording, 'recording', 'settled', 'late'],
    ['pause', 'resume', 'unsent', recording, 'recording', 'settled', 'late'],
    ['pause', 'pause', 'done', paused, 'paused', 'settled', 'late'],
    ['resume', 'resume', 'done', recording, 'recording', 'settled', 'late'],
  ] as const)(
    'a %s that reaches the carrier after the %s of another server was confirmed, answered with %s, is not left so',
    (command, _other, answer, state, phase, expected, effect) => {
      const [after, changed] = withAnswer(state, lateCommand(command), answer, now);
      const [, next] = takeCommand(after, now, lease);
      expect([phaseOf(after, now), next.kind === 'command' ? next.command : next.kind, changed]).toEqual([
        ...[phase, expected, effect],
      ]);
    },
  );

  test.each([
    ['resume', 'asked by a person', 'pause', 'done'],
    ['resume', 'asked by a person', 'pause', 'refused'],
    ['pause', 'confirmed, given up', 'resume', 'done'],
    ['pause', 'confirmed, given up', 'resume', 'refused'],
  ] as const)(
    'a late %s while another command is on its way (%s: %s, answered with %s): that answer confirms nothing',
    (command, name, given, answer) => {
      const [told, next] = takeCommand(states[name], now, lease);
      if (next.kind !== 'command') throw new Error('no command');
      const [doubted] = withAnswer(told, lateCommand(command), 'done', now + 1);
      // Nobody gives another command before that one is answered.
      expect(takeCommand(doubted, now + 2, lease)[1].kind).toBe('busy');
      const [after, effect] = withAnswer(doubted, next, answer, now + 2);
      expect([effect, after.confirmedAt, after.commandUntil, after.doubted]).toEqual([
        'late',
        null,
        null,
        false,
      ]);
      const [again, repeated] = takeCommand(after, now + 3, lease);
      if (repeated.kind !== 'command') throw new Error('no command');
      expect(repeated.command).toBe(given);
      const [settled] = withAnswer(again, repeated, 'done', now + 4);
      expect(takeCommand(settled, now + 5, lease)[1].kind).toBe('settled');
    },
  );

  test.each(['asked by a person', 'confirmed, given up'] as const)(
    'a command that was not sent (%s) is given again at once',
    (name) => {
      const [told, next] = takeCommand(states[name], now, lease);
      if (next.kind !== 'command') throw new Error('no command');
      const [after, effect] = withAnswer(told, next, 'unsent', now + 1);
      expect([effect, takeCommand(after, now + 2, lease)[1]]).toMatchObject([
        'again',
        { command: next.command },
      ]);
    },
  );

  test('a new request forgets that the one before was not answered, and the carrier that goes on does', () => {
    expect(withPauseRequest(states['asked, not answered'], { byToolUntil: now + 5 }, now).unanswered).toBe(
      false,
    );
    const [told, next] = takeCommand(states['not answered, given up'], now, lease);
    if (next.kind !== 'command') throw new Error('no command');
    expect(withAnswer(told, next, 'done', now)[0]).toEqual(notPaused);
  });
});
