import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lostToolCalls, lostTranscript } from '../../../testing/voice/lost-session.ts';
import { type RandomStep, randomSteps } from '../../../testing/voice/session/random-steps.ts';
import { settings } from '../../../testing/voice/session/session-driver.ts';
import { SessionRules } from '../../../testing/voice/session/session-rules.ts';
import { resumedFrom } from '../stored-history.ts';
import type { Effect } from './effects.ts';
import type { SessionEvent, TimerName } from './events.ts';
import type { CallManners } from './manners.ts';
import type { SessionSettings } from './settings.ts';
import type { SessionState } from './state.ts';
import { openSession, step } from './step.ts';

interface Timer {
  readonly name: TimerName;
  readonly key: string;
  readonly due: number;
}

/** With one tool that has answered, one of which nobody knows whether it was done, and one that still runs. */
const afterTools = resumedFrom(lostTranscript, 2, lostToolCalls);

/** What was said in a session that was lost before: nothing, only the opening, or something of both sides. */
const resumptions = fc.constantFrom<Pick<SessionSettings, 'resumed' | 'resumedTools'> | undefined>(
  undefined,
  { resumed: [] },
  { resumed: [{ ordinal: 0, entry: { kind: 'agent', text: 'Hello, this is', interrupted: true } }] },
  {
    resumed: [
      { ordinal: 0, entry: { kind: 'agent', text: 'Hello.', interrupted: false } },
      { ordinal: 1, entry: { kind: 'said', text: 'Yes?' } },
    ],
  },
  { resumed: afterTools.history, resumedTools: afterTools.runningTools },
);

const mannersOf = fc.record<CallManners>({
  firstSpeaker: fc.constantFrom('agent', 'agent', 'other-party'),
  keypad: fc.constantFrom(true, true, false),
  offersOptOut: fc.constantFrom(false, false, true),
  screeningAnswer: fc.constantFrom(null, 'This is the AI assistant of Elm Street Dental.'),
  voicemailMessage: fc.constantFrom(null, 'Please call us back.'),
  transfers: fc.constantFrom([], [{ name: 'Doctor', when: '', reach: [{ fromMs: 0, untilMs: 60_000 }] }]),
});

const started: RandomStep = { kind: 'event', make: () => ({ type: 'carrier.started' }) };

/** What became of tools on the way. */
const toolsSeen = new Set<string>();

function lookAtTools(effects: readonly Effect[], { history, settings, tools, phase }: SessionState): void {
  for (const { type } of effects) if (type === 'runTool') toolsSeen.add(`${settings.speech}: started`);
  const { speech, resumedTools = [] } = settings;
  const answered = resumedTools.some(({ callId }) => tools.running.every((each) => each.callId !== callId));
  if (answered && phase.kind === 'live') toolsSeen.add(`${speech}: answered after the cut`);
  for (const { entry } of history) {
    if (entry.kind === 'lateResult') toolsSeen.add(`${settings.speech}: late`);
    if (entry.kind === 'tool') toolsSeen.add(`${settings.speech}: ${entry.result.status}`);
  }
}

/** Walks, then leaves the session alone: it must come to its end by its own timers. Tells how it ended. */
function walk(own: SessionSettings, path: readonly RandomStep[]): string {
  const rules = new SessionRules();
  let at = 0;
  let { state, effects } = openSession(own, at);
  let timers: Timer[] = [];
  const past: Timer[] = [];
  const trace: { event: SessionEvent; effects: readonly Effect[] }[] = [];
  const take = (list: readonly Effect[]) => {
    for (const effect of list) {
      if (effect.type !== 'setTimer' && effect.type !== 'clearTimer') continue;
      timers = timers.filter(({ name }) => name !== effect.name);
      if (effect.type === 'clearTimer') continue;
      const timer = { name: effect.name, key: effect.key, due: at + effect.ms };
      timers.push(timer);
      past.push(timer);
    }
  };
  const send = (event: SessionEvent) => {
    const before = state;
    ({ state, effects } = step(state, event));
    take(effects);
    lookAtTools(effects, state);
    trace.push({ event, effects });
    rules.check(before, event, state, effects, trace);
  };
  const fire = ({ name, key }: Timer) => send({ type: 'timer.fired', name, key, at });
  const pass = (until: number) => {
    for (;;) {
      const next = timers.toSorted((a, b) => a.due - b.due)[0];
      if (!next || next.due > until) break;
      at = Math.max(at, next.due);
      timers = timers.filter((timer) => timer !== next);
      fire(next);
    }
    at = until;
  };
  take(effects);
  for (const move of path) {
    if (move.kind === 'event') send({ ...move.make(state), at } as SessionEvent);
    else if (move.kind === 'pass') pass(at + move.ms);
    else {
      const stale = past[move.index];
      if (stale && !timers.includes(stale)) fire(stale);
    }
  }
  pass(at + 3 * own.limits.maxLengthMs);
  expect(state.phase.kind).toBe('closed');
  expect(timers).toEqual([]);
  return state.phase.kind === 'closed' ? state.phase.reason : 'open';
}

test('a random walk of 30,000 sequences breaks no rule, and every session comes to an end', () => {
  const reasons = new Set<string>();
  const own = { ...settings, limits: { ...settings.limits, maxLengthMs: 120_000 } };
  fc.assert(
    fc.property(
      randomSteps,
      fc.boolean(),
      fc.boolean(),
      resumptions,
      mannersOf,
      fc.boolean(),
      (path, audio, answered, resumed, manners, reportsPlayout) => {
        const speech = audio ? 'audio' : 'text';
        const after = resumed && { ...resumed, firstOrdinal: 200 };
        reasons.add(
          walk({ ...own, speech, ...after, manners, reportsPlayout }, answered ? [started, ...path] : path),
        );
      },
    ),
    // Enough for the rarest endings, of which there are about five in 10,000.
    { numRuns: 30_000 },
  );
  // A walk that never reaches an ending would prove nothing about it.
  expect([...reasons].toSorted()).toEqual([
    'agent_failed',
    'do_not_call',
    'ended_by_user',
    'finished',
    'hung_up',
    'line_dropped',
    'max_length',
    'server_stopped',
    'silence',
    'transferred',
    'voicemail',
    'voicemail_left',
    'wrong_number',
  ]);
  const ends = ['done', 'failed', 'late', 'pending', 'refused', 'running', 'started', 'timed_out'];
  const seen = ['answered after the cut', ...ends];
  expect([...toolsSeen].toSorted()).toEqual(
    ['audio', 'text'].flatMap((speech) => seen.map((what) => `${speech}: ${what}`)),
  );
}, 180_000);
