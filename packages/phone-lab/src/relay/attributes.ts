import type { XmlNode } from '../twiml/xml.ts';
import { providerFault } from './providers.ts';

/** Which input interrupts, or is reported: Twilio's four values. */
export type InputKind = 'none' | 'dtmf' | 'speech' | 'any';

export interface RelayAttributes {
  url: string;
  /** Where the document came from. */
  documentUrl: string | null;
  welcomeGreeting: string;
  welcomeGreetingInterruptible: InputKind;
  interruptible: InputKind;
  /** How many words of the caller interrupt. */
  wordsToInterrupt: number;
  dtmfDetection: boolean;
  reportInput: InputKind;
  preemptible: boolean;
  partialPrompts: boolean;
  ignoreBackchannel: boolean;
  applicationReconnect: boolean;
  /** Silence that ends an utterance. */
  speechTimeoutMs: number;
  transcriptionLanguage: string;
  ttsLanguage: string;
  events: { speaker: boolean; tokensPlayed: boolean };
  parameters: Record<string, string>;
  /** Why the requested speech providers are invalid; null when they are valid. */
  fault: string | null;
}

/** `auto`: about what a speech-to-text engine needs to detect the end of speech. */
const autoSpeechTimeoutMs = 500;
const sensitivity: Record<string, number | undefined> = { high: 1, medium: 2, low: 3 };

export function readAttributes(noun: XmlNode, documentUrl: string | null): RelayAttributes {
  // Some SDK versions write a few names in lower case, so names are case-insensitive.
  const given = new Map(Object.entries(noun.attributes).map(([name, value]) => [name.toLowerCase(), value]));
  const text = (name: string) => given.get(name.toLowerCase())?.trim() ?? '';
  const flag = (name: string) => text(name).toLowerCase() === 'true';
  const chosen = new Set(`${text('events')} ${text('debug')}`.split(/\s+/));
  const timeout = text('speechTimeout');
  const language = text('language') || 'en-US';
  return {
    url: text('url'),
    documentUrl,
    welcomeGreeting: text('welcomeGreeting'),
    welcomeGreetingInterruptible: readInput(text('welcomeGreetingInterruptible'), 'any'),
    interruptible: readInput(text('interruptible'), 'any'),
    wordsToInterrupt: sensitivity[text('interruptSensitivity').toLowerCase()] ?? 1,
    dtmfDetection: flag('dtmfDetection'),
    reportInput: readInput(text('reportInputDuringAgentSpeech'), 'none'),
    preemptible: flag('preemptible'),
    partialPrompts: flag('partialPrompts'),
    ignoreBackchannel: flag('ignoreBackchannel'),
    applicationReconnect: flag('applicationReconnect'),
    speechTimeoutMs: /^\d+$/.test(timeout) ? Number(timeout) : autoSpeechTimeoutMs,
    transcriptionLanguage: text('transcriptionLanguage') || language,
    ttsLanguage: text('ttsLanguage') || language,
    events: { speaker: chosen.has('speaker-events'), tokensPlayed: chosen.has('tokens-played') },
    parameters: readParameters(noun),
    fault: providerFault(noun),
  };
}

function readParameters(noun: XmlNode): Record<string, string> {
  const parameters: Record<string, string> = {};
  for (const child of noun.children) {
    const { name, value } = child.attributes;
    if (child.name === 'Parameter' && name !== undefined) parameters[name] = value ?? '';
  }
  return parameters;
}

export function readInput(text: string, fallback: InputKind): InputKind {
  const lower = text.toLowerCase();
  if (lower === 'true') return 'any';
  if (lower === 'false') return 'none';
  return (['none', 'dtmf', 'speech', 'any'] as const).find((kind) => kind === lower) ?? fallback;
}

export function allows(kind: InputKind, input: 'dtmf' | 'speech'): boolean {
  return kind === 'any' || kind === input;
}
