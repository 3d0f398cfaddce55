import type { TimerName } from './events.ts';
import { firstVisible } from './heard.ts';
import type { SessionLimits } from './settings.ts';
import { speakingMs } from './speaking-time.ts';
import type { Caller, SessionState, Utterance } from './state.ts';

/** Something the session waits for. Another key means another wait, so its time starts anew. */
export interface Wait {
  readonly name: TimerName;
  readonly key: string;
  readonly ms: number;
}

/** Every wait the state implies. Timers follow from it, so none can be forgotten or left behind. */
export function waitsOf(state: SessionState, at: number): Wait[] {
  const { life, settings } = state;
  const { limits } = settings;
  const drain = state.stopAt === null ? [] : [wait('drain', 'drain', state.stopAt - at)];
  switch (life.kind) {
    case 'closed':
      return [];
    case 'connecting':
      return [wait('connect', 'connect', limits.connectMs), ...drain];
    case 'live':
      return [
        wait('maxLength', 'maxLength', state.liveAt + limits.maxLengthMs - at),
        ...drain,
        ...talkWaits(state, at),
        ...idleWaits(state),
      ];
    case 'draining':
      return life.stage === 'speaking'
        ? talkWaits(state, at)
        : [
            wait('closing', life.stage, life.stage === 'gone' ? limits.lastWordsMs : limits.closingMs),
            ...checkpointWaits(state),
          ];
  }
}

function wait(name: TimerName, key: string | number, ms: number): Wait {
  return { name, key: String(key), ms: Math.max(0, Math.round(ms)) };
}

/** Waits that hold while anybody talks, also during the last words. */
function talkWaits(state: SessionState, at: number): Wait[] {
  const { agent, caller, digits, awaitedTexts, settings } = state;
  const { limits } = settings;
  const waits: Wait[] = [...checkpointWaits(state)];
  if (caller.kind === 'speaking') {
    waits.push(wait('listen', `${caller.ordinal}.${caller.signs}`, listenMs(caller, limits)));
  }
  if (digits) waits.push(wait('digits', digits.pressed, limits.digitsMs));
  const awaited = awaitedTexts[0];
  if (awaited) waits.push(wait('text', awaited.itemId, limits.listenMs));
  const turn = agent.kind === 'idle' ? null : agent.turn;
  if (turn) {
    waits.push(wait('model', `${turn.itemId}.${turn.parts}`, limits.modelMs));
    if (turn.parts === 0) waits.push(wait('filler', `${turn.itemId}.${turn.fillers}`, limits.fillerMs));
  }
  const playing = playingNow(state);
  if (playing) {
    const { name, utterance } = playing;
    const { itemId, text, playedCharacters, playedMs, fellSilent } = utterance;
    const key = `${itemId}.${text.length}.${playedCharacters}.${playedMs}.${fellSilent}`;
    waits.push(wait(name, key, playoutMs(state, utterance, at)));
  }
  return waits;
}

function listenMs(caller: Extract<Caller, { kind: 'speaking' }>, limits: SessionLimits): number {
  if (caller.voice === 'on') return limits.longestUtteranceMs;
  return caller.text === '' ? limits.wordlessMs : limits.listenMs;
}

/** What is being heard to its end: first what was left behind, then what the agent said last. */
function playingNow({
  agent,
  tail,
}: SessionState): { name: 'tail' | 'playout'; utterance: Utterance } | null {
  const [first] = tail;
  if (first) return { name: 'tail', utterance: first.utterance };
  return agent.kind === 'speaking' && agent.turn === null
    ? { name: 'playout', utterance: agent.utterance }
    : null;
}

/** Between a voice that has stopped and the word that somebody has cut in. */
const cutInMs = 400;

/** Where the carrier tells what it plays, the estimate is only a net for reports that never come. */
function playoutMs({ settings, playbackTold }: SessionState, utterance: Utterance, at: number): number {
  if (settings.speech === 'audio') return utterance.sentMs - utterance.playedMs + 3_000;
  if (utterance.fellSilent) return cutInMs;
  if (!playbackTold) return utterance.audibleAt + speakingMs(utterance.text) + 600 - at;
  const played = firstVisible(utterance.text, utterance.playedCharacters);
  return speakingMs(utterance.text.slice(played.length)) * 1.5 + 4_000;
}

function checkpointWaits({ agent, tail, caller, checkpoints, settings }: SessionState): Wait[] {
  const open =
    agent.kind === 'speaking' || tail.length > 0 || (caller.kind === 'speaking' && caller.text !== '');
  return open ? [wait('checkpoint', checkpoints, settings.limits.checkpointMs)] : [];
}

/** Nobody says anything and nobody is about to. */
function idleWaits({ agent, tail, caller, digits, silences, settings }: SessionState): Wait[] {
  const quiet = agent.kind === 'idle' && tail.length === 0 && caller.kind === 'silent' && !digits;
  return quiet ? [wait('silence', silences, settings.limits.silenceMs)] : [];
}
