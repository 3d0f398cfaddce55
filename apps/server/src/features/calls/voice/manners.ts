import {
  type AgentConfig,
  agentLimits,
  normalizePhoneNumber,
  paces,
  screeningAnswer,
  type TransferHours,
  type TransferTarget,
  voicemailAsSpoken,
} from '@parley/contract';
import type { CallRecord, MachineOrder } from '../../../ports/call.ts';
import type { Listening } from '../../../ports/call-script.ts';
import type { CallManners, TransferChoice } from '../../../voice/session/manners.ts';
import { defaultLimits, type SessionLimits } from '../../../voice/session/settings.ts';

type Conversation = AgentConfig['conversation'];

/** What the manners of a call depend on besides its agent. */
export interface CallSituation {
  readonly call: Pick<CallRecord, 'direction'>;
  /** When somebody with these hours can be reached, from now on. */
  readonly reachOf: (hours: TransferHours) => TransferChoice['reach'];
  /** Fills the placeholders of a text. */
  readonly fill: (text: string) => string;
}

/** How the agent behaves on this call. Callers are not screened, and no machine calls in. */
export function mannersOf(config: AgentConfig, situation: CallSituation): CallManners {
  const { conversation, opening } = config;
  const isOutbound = situation.call.direction === 'outbound';
  return {
    firstSpeaker: opening.firstSpeaker,
    keypad: conversation.keypad,
    offersOptOut: false,
    screeningAnswer: isOutbound ? screeningText(config, situation) : null,
    voicemailMessage: isOutbound ? voicemailMessage(config, situation) : null,
    transfers: choicesOf(config, situation),
  };
}

function screeningText({ conversation, speech }: AgentConfig, { fill }: CallSituation): string | null {
  const answer = screeningAnswer(conversation.screening, speech.language);
  return answer === null ? null : fill(answer);
}

function voicemailMessage({ conversation, speech }: AgentConfig, { fill }: CallSituation): string | null {
  const { action, message } = conversation.voicemail;
  if (action === 'hang-up' || message.trim() === '') return null;
  return fill(voicemailAsSpoken(message, speech.language));
}

/** With what the campaign of a call wants where a machine answers, which comes before what the agent is set to. */
export function atMachines<Set extends Pick<Conversation, 'voicemail'>>(
  conversation: Set,
  order: MachineOrder | null,
): Set {
  if (order === null) return conversation;
  const action = order === 'hang_up' ? 'hang-up' : 'leave-message';
  return { ...conversation, voicemail: { ...conversation.voicemail, action } };
}

/**
 * Whether a machine is to be reported at the end of its greeting: to leave a message, and because a phone that asks who is
 * calling sounds like a machine until it has finished.
 */
export function waitsForGreetingEnd({
  voicemail,
  screening,
}: Pick<Conversation, 'voicemail' | 'screening'>): boolean {
  return voicemail.action === 'leave-message' || `${screening.identity}${screening.purpose}`.trim() !== '';
}

/** Targets whose number is one. */
export function transferTargets({ conversation }: AgentConfig): readonly TransferTarget[] {
  return conversation.transfers.flatMap((target) => {
    const number = normalizePhoneNumber(target.number);
    return number === null ? [] : [{ ...target, number }];
  });
}

/** A single number for everything needs no name. */
function choicesOf(config: AgentConfig, { reachOf }: CallSituation): readonly TransferChoice[] {
  const targets = transferTargets(config);
  const [only, ...others] = targets;
  if (only && others.length === 0 && only.when.trim() === '' && only.hours === 'always') return [];
  return targets.map(({ name, when, hours }) => ({ name, when, reach: reachOf(hours) }));
}

/** How the carrier takes turns for the agent. */
export function listeningOf({ pace, keypad }: Pick<Conversation, 'pace' | 'keypad'>): Listening {
  const { interruptSensitivity, speechTimeoutMs, ignoreBackchannel } = paces[pace];
  return { interruptSensitivity, speechTimeoutMs, ignoreBackchannel, keypad };
}

/** The longest call in seconds: the agent's limit within that of the deployment. A draft that is tried may hold any number. */
export function longestCallSeconds(maxMinutes: number | null, maxSeconds: number): number {
  const { minutesMin, minutesMax } = agentLimits;
  return maxMinutes === null
    ? maxSeconds
    : Math.min(maxSeconds, within(maxMinutes, minutesMin, minutesMax) * 60);
}

function within(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}

/** Time for the agent to say goodbye, with room for a slow carrier. */
const goodbyeSeconds = 20;

/**
 * The session ends before the carrier's own limit would cut it off. `elapsedMs`: how long the call has been talked on in
 * earlier sessions, because the limit is that of the call.
 */
export function limitsFor(
  { pace, silenceSeconds, maxMinutes }: Pick<Conversation, 'pace' | 'silenceSeconds' | 'maxMinutes'>,
  maxSeconds: number,
  elapsedMs = 0,
): SessionLimits {
  const { silenceMs, wordlessMs, digitsMs, firstWordsMs } = paces[pace];
  const longest = longestCallSeconds(maxMinutes, maxSeconds);
  const seconds = Math.max(longest - goodbyeSeconds, longest / 2);
  return {
    ...defaultLimits,
    ...{ wordlessMs, digitsMs, firstWordsMs },
    silenceMs:
      silenceSeconds === null
        ? silenceMs
        : within(silenceSeconds, agentLimits.silenceSecondsMin, agentLimits.silenceSecondsMax) * 1_000,
    maxLengthMs: Math.max(0, seconds * 1_000 - elapsedMs),
  };
}
