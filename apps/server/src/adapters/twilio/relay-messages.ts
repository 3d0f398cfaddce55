import * as z from 'zod';
import type { SessionEnd } from '../../ports/carrier-connection.ts';
import type { TextMessage, TextProtocol } from '../../ports/voice-connection.ts';
import { setupOf } from './setup-parameters.ts';

const known = z.discriminatedUnion('type', [
  z.object({ type: z.literal('prompt'), voicePrompt: z.string(), last: z.boolean().nullish() }),
  z.object({ type: z.literal('interrupt'), utteranceUntilInterrupt: z.string().nullish() }),
  z.object({ type: z.literal('dtmf'), digit: z.string() }),
  z.object({ type: z.literal('info'), name: z.string(), value: z.unknown() }),
  z.object({ type: z.literal('error'), description: z.string().nullish() }),
]);

const setup = z.object({
  type: z.literal('setup'),
  callSid: z.string(),
  customParameters: z.record(z.string(), z.string()).nullish(),
});

/** ConversationRelay: JSON in text frames. */
export const relayProtocol: TextProtocol = {
  // The document subscribes to the events.
  reportsPlayout: true,
  readSetup: (text) => {
    const { success, data } = setup.safeParse(parseJson(text));
    return success ? setupOf(data.callSid, data.customParameters ?? {}) : null;
  },
  read: readRelayMessage,
  say: (token, last, interruptible) => JSON.stringify({ type: 'text', token, last, interruptible }),
  sendDigits: (digits) => JSON.stringify({ type: 'sendDigits', digits }),
  speakLanguage: (language) =>
    JSON.stringify({ type: 'language', ttsLanguage: language, transcriptionLanguage: language }),
  end: (next, transferTo, transferReason = null) =>
    JSON.stringify({
      type: 'end',
      handoffData: JSON.stringify({
        reason: next,
        ...(transferTo !== null && { to: transferTo }),
        ...(transferReason !== null && { why: transferReason.slice(0, longestReason).toWellFormed() }),
      }),
    }),
  isRegularClose: (code) => code === 1000 || code === 1005,
};

function readRelayMessage(text: string): TextMessage | null {
  const value = parseJson(text);
  const parsed = known.safeParse(value);
  if (!parsed.success) {
    const type = z.object({ type: z.string() }).safeParse(value);
    return type.success ? { type: 'other', name: type.data.type.slice(0, 60) } : null;
  }
  const message = parsed.data;
  switch (message.type) {
    case 'prompt':
      // Without partial prompts `last` may be missing: the text is complete.
      return { type: 'prompt', text: message.voicePrompt, last: message.last ?? true };
    case 'interrupt':
      return { type: 'interrupt', heard: message.utteranceUntilInterrupt ?? null };
    case 'dtmf':
      return { type: 'dtmf', digit: message.digit };
    case 'error':
      return { type: 'error', description: message.description ?? '' };
    case 'info':
      return readInfo(message.name, message.value);
  }
}

function readInfo(name: string, value: unknown): TextMessage {
  if (name === 'tokensPlayed' && typeof value === 'string') return { type: 'played', text: value };
  if (name === 'agentSpeaking') return { type: 'speaking', who: 'agent', on: value === 'on' };
  if (name === 'clientSpeaking') return { type: 'speaking', who: 'caller', on: value === 'on' };
  return { type: 'other', name };
}

/** It is sent back in a form field. */
const longestReason = 500;

const handoff = z.object({
  reason: z.enum(['end', 'transfer']),
  to: z.string().max(200).nullish(),
  why: z.string().max(longestReason).nullish(),
});

/** The handoff data that `end` gave to the carrier. */
export function readHandoff(data: string | null): Pick<SessionEnd, 'next' | 'transferTo' | 'transferReason'> {
  const { success, data: given } = handoff.safeParse(parseJson(data ?? ''));
  if (!success) return { next: null, transferTo: null, transferReason: null };
  return { next: given.reason, transferTo: given.to ?? null, transferReason: given.why ?? null };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
