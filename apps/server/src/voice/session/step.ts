import { say } from './agent.ts';
import { greetingHeard, onAmdResult, onHeardText, onMessageClaimed } from './answering.ts';
import { onAudioSent, onEngineAudio, onEngineText, onSpeechStarted, onSpeechStopped } from './audio.ts';
import { onUserText } from './awaited-texts.ts';
import { onCallerSpeaking, onDigit, onInterrupt, onPrompt } from './caller.ts';
import { onDrain, onSay, onTransfer, stopSession } from './control.ts';
import { change, emit, note, type StepDraft } from './draft.ts';
import type { Effect } from './effects.ts';
import { closeIfCallerGone, onStopped, onTransferFailed } from './ending.ts';
import type { SessionEvent } from './events.ts';
import { wantsNoCalls } from './no-more-calls.ts';
import { onRefusalStored, optOut } from './opt-out.ts';
import { onHeard, onMark, onPlayed, onPlayoutStopped, onSpeaksDropped } from './pending-playout.ts';
import { onToolResult } from './running-tools.ts';
import type { SessionSettings } from './settings.ts';
import { settle } from './settle.ts';
import { newSession, type SessionState } from './state.ts';
import { onTimerFired } from './timers.ts';
import { onAgentText, onDone, onEngineTool, onFailed } from './turn.ts';

export interface Step {
  readonly state: SessionState;
  readonly effects: readonly Effect[];
}

export function openSession(settings: SessionSettings, at: number): Step {
  return finish({ state: newSession(settings), effects: [], at });
}

/** The voice session as a pure function: no clock and no socket, events in, effects out. */
export function step(state: SessionState, event: SessionEvent): Step {
  if (isIgnored(state, event.type)) return { state, effects: [] };
  const draft: StepDraft = { state, effects: [], at: event.at };
  const handle = handlers[event.type] as (draft: StepDraft, event: SessionEvent) => void;
  handle(draft, event);
  // An unchanged state has been settled before.
  return draft.state === state ? draft : finish(draft);
}

function finish(draft: StepDraft): Step {
  settle(draft);
  return { state: draft.state, effects: draft.effects };
}

type EventType = SessionEvent['type'];

function isIgnored({ phase, settings }: SessionState, type: EventType): boolean {
  if (phase.kind === 'closed' || ignoredEvents[settings.speech].has(type)) return true;
  if (phase.kind === 'ending' && phase.stage === 'gone') return !acceptedWhenGone.has(type);
  return phase.kind === 'connecting' && !acceptedWhileConnecting.has(type);
}

/** Events that belong to the other kind of session: relay is `text`, media stream is `audio`. */
const ignoredEvents: Readonly<Record<SessionSettings['speech'], ReadonlySet<EventType>>> = {
  text: new Set<EventType>([
    'carrier.mark',
    'carrier.audioSent',
    'engine.speechStarted',
    'engine.speechStopped',
    'engine.userText',
    'engine.audio',
  ]),
  audio: new Set<EventType>([
    'carrier.callerSpeaking',
    'carrier.prompt',
    'carrier.interrupt',
    'carrier.speaksDropped',
    'carrier.heard',
    'carrier.played',
    'carrier.playoutStopped',
  ]),
};

/** The other party is gone; only late text matters. */
const acceptedWhenGone: ReadonlySet<EventType> = new Set<EventType>([
  'engine.userText',
  'control.crashed',
  'timer.fired',
]);

/** Before `carrier.started` all other events are ignored. */
const acceptedWhileConnecting: ReadonlySet<EventType> = new Set<EventType>([
  'carrier.started',
  'carrier.stopped',
  'control.drain',
  'control.hangup',
  'control.crashed',
  'control.amdResult',
  'timer.fired',
]);

const handlers: {
  readonly [Type in EventType]: (draft: StepDraft, event: Extract<SessionEvent, { type: Type }>) => void;
} = {
  'carrier.started': (draft, { isGone = false }) => start(draft, isGone),
  'carrier.callerSpeaking': (draft, { speaking }) => onCallerSpeaking(draft, speaking),
  'carrier.prompt': (draft, { text, last }) => onPrompt(draft, text, last),
  'carrier.interrupt': (draft, { heard }) => onInterrupt(draft, heard),
  'carrier.speaksDropped': (draft, { items }) => onSpeaksDropped(draft, items),
  'carrier.heard': (draft, { itemId, since }) => onHeard(draft, itemId, since),
  'carrier.played': (draft, { itemId, characters }) => onPlayed(draft, itemId, characters),
  'carrier.playoutStopped': (draft, { itemId }) => onPlayoutStopped(draft, itemId),
  'carrier.audioSent': (draft, { itemId, ms }) => onAudioSent(draft, itemId, ms),
  'carrier.mark': (draft, { itemId, ms }) => onMark(draft, itemId, ms),
  'carrier.dtmf': (draft, { digit }) => onDigit(draft, digit),
  'carrier.stopped': (draft, { how }) => onStopped(draft, how),

  'engine.speechStarted': (draft, { itemId }) => onSpeechStarted(draft, itemId),
  'engine.speechStopped': (draft, { itemId }) => onSpeechStopped(draft, itemId),
  'engine.userText': (draft, { itemId, text }) => {
    const heard = onUserText(draft, itemId, text);
    if (heard !== null && wantsNoCalls(draft.state, heard)) optOut(draft);
    else if (heard !== null) onHeardText(draft, heard);
    if (draft.state.awaitedTexts.length === 0) closeIfCallerGone(draft);
  },
  'engine.audio': (draft, { itemId, ms, payload }) => onEngineAudio(draft, itemId, ms, payload),
  'engine.agentText': (draft, { itemId, text }) =>
    draft.state.settings.speech === 'audio'
      ? onEngineText(draft, itemId, text)
      : onAgentText(draft, itemId, text),
  'engine.toolCall': (draft, { itemId, call, callId }) => onEngineTool(draft, itemId, call, callId),
  'engine.done': (draft, { itemId }) => onDone(draft, itemId),
  'engine.failed': (draft, { itemId, retryable }) => onFailed(draft, itemId, retryable),

  'control.hangup': (draft) => stopSession(draft, 'ended_by_user'),
  'control.crashed': (draft) => {
    if (!closeIfCallerGone(draft)) stopSession(draft, 'agent_failed');
  },
  'control.amdResult': (draft, { answeredBy, greetingEnd }) =>
    onAmdResult(draft, answeredBy, greetingEnd ?? null),
  'control.messageClaimed': (draft, { granted }) => onMessageClaimed(draft, granted),
  'control.refusalStored': (draft) => onRefusalStored(draft),
  'control.say': (draft, { text }) => onSay(draft, text),
  'control.note': (draft, { text }) => note(draft, text),
  'control.transfer': (draft, { reason }) => onTransfer(draft, reason),
  'control.transferFailed': (draft) => onTransferFailed(draft),
  'control.drain': (draft, { withinMs }) => onDrain(draft, withinMs),

  'tool.result': (draft, { callId, result }) => onToolResult(draft, callId, result),

  'timer.fired': (draft, { name, key }) => onTimerFired(draft, name, key),
};

/** The opening is sent at once: people who answer and hear nothing hang up. */
function start(draft: StepDraft, isGone: boolean): void {
  if (draft.state.phase.kind !== 'connecting') return;
  const { connectingMs = null } = draft.state.settings;
  const speakingSince = connectingMs === null ? null : draft.at - connectingMs;
  change(draft, { phase: { kind: 'live' }, liveAt: draft.at, speakingSince });
  emit(draft, { type: 'publish', event: { kind: 'live' } });
  const words = isGone ? '' : firstWords(draft.state);
  if (words !== '') say(draft, words, true);
}

/**
 * A resumed session apologises for the cut, or says that nobody could take the call, and introduces itself again to somebody who has not said a word. Nothing is
 * said where the other party speaks first, or a machine has answered.
 */
function firstWords(state: SessionState): string {
  const { settings, otherPartySpoke, answering } = state;
  const { opening, resumed, phrases, backFromTransfer = false } = settings;
  if (backFromTransfer) return phrases.notTransferred;
  if (answering.openingDue) return '';
  if (answering.greetingEnd !== null && greetingHeard(state, answering.greetingEnd) !== 'person') return '';
  if (!resumed) return opening;
  return otherPartySpoke || opening === '' ? phrases.cutOff : `${phrases.cutOff} ${opening}`;
}
