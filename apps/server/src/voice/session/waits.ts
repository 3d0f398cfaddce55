import { unansweredMs } from './agent.ts';
import type { TimerName } from './events.ts';
import { firstVisible } from './heard.ts';
import type { SessionLimits } from './settings.ts';
import { speakingMs } from './speaking-time.ts';
import type { Caller, SessionState, Utterance } from './state.ts';

/** Something the session waits for. Another key means another wait, so its time starts anew; else `ms` means nothing. */
export interface Wait {
  readonly name: TimerName;
  readonly key: string;
  readonly ms: number;
}

/** Every wait the state implies. Timers follow from it, so none can be forgotten or left behind. */
export function waitsOf(state: SessionState, at: number): Wait[] {
  const { phase, settings } = state;
  const { limits } = settings;
  const waits: Wait[] = [];
  const leaving = state.stopAt === null ? null : wait('drain', 'drain', state.stopAt - at);
  switch (phase.kind) {
    case 'closed':
      break;
    case 'connecting':
      waits.push(wait('connect', 'connect', limits.connectMs));
      if (leaving) waits.push(leaving);
      break;
    case 'live':
      waits.push(wait('maxLength', 'maxLength', state.liveAt + limits.maxLengthMs - at));
      if (leaving) waits.push(leaving);
      addTalkWaits(waits, state, at);
      addIdleWaits(waits, state);
      break;
    case 'draining':
      if (phase.stage === 'speaking') addTalkWaits(waits, state, at);
      else {
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

/** Waits that hold while anybody talks, also during the last words. */
function addTalkWaits(waits: Wait[], state: SessionState, at: number): void {
  const { agent, caller, digits, awaitedTexts, settings } = state;
  const { limits } = settings;
  addCheckpointWait(waits, state);
  if (caller.kind === 'speaking') {
    waits.push(wait('listen', `${caller.ordinal}.${caller.signs}`, listenMs(caller, limits)));
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
    // How long it takes is worked out only for a wait that is new: this is asked with every word.
    const known = state.timers[name] === key;
    waits.push(wait(name, key, known ? 0 : playoutMs(state, utterance, at)));
  }
}

function listenMs(caller: Extract<Caller, { kind: 'speaking' }>, limits: SessionLimits): number {
  if (caller.voice === 'on') return limits.longestUtteranceMs;
  return caller.text === '' ? limits.wordlessMs : limits.listenMs;
}

/** What is being heard to its end: first what was left behind, then what the agent said last. */
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

/** Between a voice that has stopped and the word that somebody has cut in. */
const cutInMs = 400;

/** Where the carrier tells what it plays, the estimate is only a net for reports that never come. */
function playoutMs({ settings, playoutReported }: SessionState, utterance: Utterance, at: number): number {
  if (settings.speech === 'audio') return utterance.sentMs - utterance.playedMs + 3_000;
  if (utterance.playoutStopped) return cutInMs;
  if (!playoutReported) return utterance.audibleAt + speakingMs(utterance.text) + 600 - at;
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

/** Nobody says anything and nobody is about to. */
function addIdleWaits(
  waits: Wait[],
  { agent, pendingPlayout, caller, digits, silences, settings }: SessionState,
): void {
  const quiet = agent.kind === 'idle' && pendingPlayout.length === 0 && caller.kind === 'silent' && !digits;
  if (quiet) waits.push(wait('silence', silences, settings.limits.silenceMs));
}
