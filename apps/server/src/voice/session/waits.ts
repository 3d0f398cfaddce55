import { unansweredMs } from './agent.ts';
import type { TimerName } from './events.ts';
import { firstVisible } from './heard.ts';
import { dueAt, fillerAt, nextToBeDue } from './running-tools.ts';
import type { SessionLimits } from './settings.ts';
import { speakingMs } from './speaking-time.ts';
import type { Caller, SessionState, Utterance } from './state.ts';

/**
 * A timer that the state requires. Another key restarts it; with the same key the running timer is kept and `ms` is
 * ignored.
 */
export interface Wait {
  readonly name: TimerName;
  readonly key: string;
  readonly ms: number;
}

/** Every wait that follows from the state. Timers are derived from it, so none is forgotten or left over. */
export function waitsOf(state: SessionState, at: number): Wait[] {
  const { phase, settings } = state;
  const { limits } = settings;
  const waits: Wait[] = [];
  const draining = state.stopAt === null ? null : wait('drain', 'drain', state.stopAt - at);
  switch (phase.kind) {
    case 'closed':
      break;
    case 'connecting':
      waits.push(wait('connect', 'connect', limits.connectMs));
      if (draining) waits.push(draining);
      break;
    case 'live':
      waits.push(wait('maxLength', 'maxLength', state.liveAt + limits.maxLengthMs - at));
      if (draining) waits.push(draining);
      addConversationWaits(waits, state, at);
      addAnsweringWait(waits, state);
      addIdleWaits(waits, state, at);
      break;
    case 'ending':
      if (phase.stage === 'speaking') {
        addConversationWaits(waits, state, at);
        if (state.refusal === 'promiseDue') waits.push(wait('refusal', 'refusal', limits.refusalMs));
      } else {
        waits.push(
          wait('closing', phase.stage, phase.stage === 'gone' ? limits.lastTextMs : limits.closingMs),
        );
        addCheckpointWait(waits, state);
      }
  }
  return waits;
}

function wait(name: TimerName, key: string | number, ms: number): Wait {
  return { name, key: String(key), ms: Math.max(0, Math.round(ms)) };
}

/** Waits while somebody speaks, also during the last words. */
function addConversationWaits(waits: Wait[], state: SessionState, at: number): void {
  const { agent, caller, digits, awaitedTexts, settings } = state;
  const { limits } = settings;
  addCheckpointWait(waits, state);
  if (caller.kind === 'speaking') {
    waits.push(wait('listen', `${caller.ordinal}.${caller.updates}`, listenMs(caller, limits)));
  }
  if (digits) waits.push(wait('digits', digits.pressed, limits.digitsMs));
  const awaited = awaitedTexts[0];
  if (awaited) waits.push(wait('text', awaited.itemId, limits.listenMs));
  const turn = agent.kind === 'idle' ? null : agent.turn;
  if (turn) {
    waits.push(wait('answer', turn.itemId, limits.answerMs));
    const left = 2 * limits.modelMs - unansweredMs(state, turn, at);
    waits.push(wait('model', `${turn.itemId}.${turn.parts}`, Math.min(limits.modelMs, left)));
    if (turn.parts === 0) waits.push(wait('filler', `${turn.itemId}.${turn.fillers}`, limits.fillerMs));
  }
  const playing = playingNow(state);
  if (playing) {
    const { name, utterance } = playing;
    const { itemId, text, playedCharacters, playedMs, playoutStopped } = utterance;
    const key = `${itemId}.${text.length}.${playedCharacters}.${playedMs}.${playoutStopped}`;
    // Computed only for a new wait, because this runs with every word.
    const known = state.timers[name] === key;
    waits.push(wait(name, key, known ? 0 : playoutMs(state, utterance, at)));
  }
}

function listenMs(caller: Extract<Caller, { kind: 'speaking' }>, limits: SessionLimits): number {
  if (caller.voice === 'on') return limits.longestUtteranceMs;
  return caller.text === '' ? limits.wordlessMs : limits.listenMs;
}

/** The utterance that plays to its end: pending ones first, then the current one. */
function playingNow({
  agent,
  pendingPlayout,
}: SessionState): { name: 'pendingPlayout' | 'playout'; utterance: Utterance } | null {
  const [first] = pendingPlayout;
  if (first) return { name: 'pendingPlayout', utterance: first.utterance };
  return agent.kind === 'speaking' && agent.turn === null
    ? { name: 'playout', utterance: agent.utterance }
    : null;
}

/** Between the end of playing and the carrier's report of an interruption. */
const interruptReportMs = 400;

/** Where the carrier reports what it plays, the estimate only covers reports that do not come. */
function playoutMs(state: SessionState, utterance: Utterance, at: number): number {
  const { settings, playoutReported, playoutAwaited } = state;
  if (settings.speech === 'audio') return utterance.sentMs - utterance.playedMs + 3_000;
  if (utterance.playoutStopped) return interruptReportMs;
  if (!playoutReported && !playoutAwaited) return utterance.audibleAt + speakingMs(utterance.text) + 600 - at;
  const played = firstVisible(utterance.text, utterance.playedCharacters);
  return speakingMs(utterance.text.slice(played.length)) * 1.5 + 4_000;
}

function addCheckpointWait(
  waits: Wait[],
  { agent, pendingPlayout, caller, checkpoints, settings }: SessionState,
): void {
  const open =
    agent.kind === 'speaking' ||
    pendingPlayout.length > 0 ||
    (caller.kind === 'speaking' && caller.text !== '');
  if (open) waits.push(wait('checkpoint', checkpoints, settings.limits.checkpointMs));
}

/** A machine talks or records: no one else ends these waits. */
function addAnsweringWait(waits: Wait[], { answering, settings }: SessionState): void {
  if (answering.by === 'machine') waits.push(wait('greeting', 'greeting', settings.limits.greetingMs));
  if (answering.by === 'recorder') waits.push(wait('claim', 'claim', settings.limits.claimMs));
}

/** Nobody speaks, and no answer is being prepared. A tool that runs is waited for. */
function addIdleWaits(waits: Wait[], state: SessionState, at: number): void {
  const { agent, pendingPlayout, caller, digits, silences, tools, settings, answering } = state;
  const quiet = agent.kind === 'idle' && pendingPlayout.length === 0 && caller.kind === 'silent' && !digits;
  const next = tools.running.length > 0 ? nextToBeDue(state) : null;
  if (next) waits.push(wait('tool', next.callId, dueAt(next) - at));
  if (!quiet || answering.by === 'machine' || answering.by === 'recorder') return;
  if (answering.by === 'screener') {
    waits.push(wait('screening', answering.screenings, settings.limits.screeningMs));
  } else if (answering.openingDue) waits.push(wait('firstWords', 'firstWords', settings.limits.firstWordsMs));
  else if (next) waits.push(wait('toolFiller', tools.fillers, fillerAt(state) - at));
  else waits.push(wait('silence', silences, settings.limits.silenceMs));
}
