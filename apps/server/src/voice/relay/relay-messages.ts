import * as z from 'zod';

/** The carrier's messages on a relay socket, as far as we use them. */
export type RelayMessage =
  | {
      readonly type: 'setup';
      readonly callSid: string;
      readonly parameters: Readonly<Record<string, string>>;
    }
  | { readonly type: 'prompt'; readonly text: string; readonly last: boolean }
  | { readonly type: 'interrupt'; readonly heard: string | null }
  | { readonly type: 'dtmf'; readonly digit: string }
  | { readonly type: 'played'; readonly text: string }
  | { readonly type: 'speaking'; readonly who: 'agent' | 'caller'; readonly on: boolean }
  | { readonly type: 'error'; readonly description: string }
  /** A message we do not know. */
  | { readonly type: 'other'; readonly name: string };

const known = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('setup'),
    callSid: z.string(),
    customParameters: z.record(z.string(), z.string()).nullish(),
  }),
  z.object({ type: z.literal('prompt'), voicePrompt: z.string(), last: z.boolean().nullish() }),
  z.object({ type: z.literal('interrupt'), utteranceUntilInterrupt: z.string().nullish() }),
  z.object({ type: z.literal('dtmf'), digit: z.string() }),
  z.object({ type: z.literal('info'), name: z.string(), value: z.unknown() }),
  z.object({ type: z.literal('error'), description: z.string().nullish() }),
]);

/** Null for what is not a message of this protocol. */
export function readRelayMessage(text: string): RelayMessage | null {
  const value = parseJson(text);
  const parsed = known.safeParse(value);
  if (!parsed.success) {
    const type = z.object({ type: z.string() }).safeParse(value);
    return type.success ? { type: 'other', name: type.data.type.slice(0, 60) } : null;
  }
  const message = parsed.data;
  switch (message.type) {
    case 'setup':
      return { type: 'setup', callSid: message.callSid, parameters: message.customParameters ?? {} };
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

function readInfo(name: string, value: unknown): RelayMessage {
  if (name === 'tokensPlayed' && typeof value === 'string') return { type: 'played', text: value };
  if (name === 'agentSpeaking') return { type: 'speaking', who: 'agent', on: value === 'on' };
  if (name === 'clientSpeaking') return { type: 'speaking', who: 'caller', on: value === 'on' };
  return { type: 'other', name };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The setup message, which is the first one on a relay socket. */
export function readRelaySetup(text: string): Extract<RelayMessage, { type: 'setup' }> | null {
  const message = readRelayMessage(text);
  return message?.type === 'setup' ? message : null;
}

/** What the carrier passes to the webhook that decides how the call continues. */
export interface Handoff {
  readonly reason: 'end' | 'transfer';
}

export const relayWriter = {
  text: (token: string, last: boolean, interruptible: boolean): string =>
    JSON.stringify({ type: 'text', token, last, interruptible }),
  digits: (digits: string): string => JSON.stringify({ type: 'sendDigits', digits }),
  end: (handoff: Handoff): string => JSON.stringify({ type: 'end', handoffData: JSON.stringify(handoff) }),
} as const;

export function readHandoff(data: string | null): Handoff | null {
  const parsed = z.object({ reason: z.enum(['end', 'transfer']) }).safeParse(parseJson(data ?? ''));
  return parsed.success ? parsed.data : null;
}
