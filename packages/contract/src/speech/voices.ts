import type { AgentVoice, VoiceProvider } from '../agent-config/agent-config.ts';
import type { VoiceEngine } from '../agents.ts';

export interface CatalogueVoice {
  readonly provider: VoiceProvider;
  /** As the service wants it. */
  readonly name: string;
  /** The language that it speaks as its own; null for a voice that speaks any. */
  readonly language: string | null;
  /** As people are shown it. */
  readonly label: string;
}

/** The name that each provider has on screens. */
export const voiceProviderNames: Readonly<Record<VoiceProvider, string>> = {
  google: 'Google',
  amazon: 'Amazon Polly',
  elevenlabs: 'ElevenLabs',
  openai: 'OpenAI Realtime',
};

export function engineOfVoice({ provider }: { readonly provider: VoiceProvider }): VoiceEngine {
  return provider === 'openai' ? 'realtime' : 'relay';
}

/** These speak every language of the second list under the same names. */
const chirp = {
  Aoede: 'female',
  Kore: 'female',
  Leda: 'female',
  Zephyr: 'female',
  Charon: 'male',
  Fenrir: 'male',
  Orus: 'male',
  Puck: 'male',
} as const;
const chirpLanguages = ['en-US', 'en-GB', 'en-AU', 'es-ES', 'es-US', 'de-DE', 'fr-FR', 'fr-CA'] as const;

const polly = {
  'en-US': ['Joanna (female)', 'Ruth (female)', 'Matthew (male)', 'Stephen (male)'],
  'en-GB': ['Amy (female)', 'Emma (female)', 'Brian (male)'],
  'en-AU': ['Olivia (female)'],
  'es-ES': ['Lucia (female)', 'Sergio (male)'],
  'es-US': ['Lupe (female)', 'Pedro (male)'],
  'es-MX': ['Mia (female)', 'Andres (male)'],
  'de-DE': ['Vicki (female)', 'Daniel (male)'],
  'de-AT': ['Hannah (female)'],
  'de-CH': ['Sabrina (female)'],
  'fr-FR': ['Lea (female)', 'Remi (male)'],
  'fr-CA': ['Gabrielle (female)', 'Liam (male)'],
} as const;

const realtimeVoices = [
  ...['marin', 'cedar', 'alloy', 'ash', 'ballad', 'coral', 'echo', 'sage', 'shimmer', 'verse'],
] as const;

/** Voices that are offered. Others of these providers can be named, in the form of `voiceNameProblem`. */
export const voiceCatalogue: readonly CatalogueVoice[] = [
  ...chirpLanguages.flatMap((language) =>
    Object.entries(chirp).map(([name, kind]) => ({
      ...{ provider: 'google' as const, name: `${language}-Chirp3-HD-${name}`, language },
      label: `${name} (${kind})`,
    })),
  ),
  ...Object.entries(polly).flatMap(([language, voices]) =>
    voices.map((label) => ({
      ...{ provider: 'amazon' as const, name: `${label.split(' ')[0]}-Neural`, language, label },
    })),
  ),
  { provider: 'elevenlabs', name: 'UgBBYS2sOqTuMpoF3BR0', language: null, label: 'Mark (male)' },
  ...realtimeVoices.map((name) => ({
    ...{ provider: 'openai' as const, name, language: null },
    label: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  })),
];

/** What can be chosen for a language on an engine, the default voice first. */
export function voicesFor(tag: string, engine: VoiceEngine): CatalogueVoice[] {
  return voiceCatalogue.filter(
    (voice) => engineOfVoice(voice) === engine && (voice.language === null || sameTag(voice.language, tag)),
  );
}

/** The voice of an agent that has chosen none; null where the provider's own default for the language is used. */
export function defaultVoice(tag: string, engine: VoiceEngine): NonNullable<AgentVoice> | null {
  const [first] = voicesFor(tag, engine).filter(({ provider }) => provider !== 'elevenlabs');
  return first ? { provider: first.provider, name: first.name } : null;
}

/** The form of a name, by provider. A service that gets a name of another form ends the call. */
const forms: Readonly<Record<VoiceProvider, RegExp>> = {
  // Chirp voices have no prefix; those before them may have one.
  google:
    /^(?:[a-z]{2,3}-[A-Z]{2}-Chirp3-HD-[A-Z][a-z]+|(?:Google\.)?[a-z]{2,3}-[A-Z]{2}-(?:Neural2|Wavenet|Standard|Studio|Journey|News|Polyglot|Casual)-[A-Z])$/,
  amazon: /^(?:Polly\.[A-Z][a-z]+(?:-(?:Neural|Generative))?|[A-Z][a-z]+-(?:Neural|Generative))$/,
  // An id, perhaps with the model and with speed, stability and similarity behind it.
  elevenlabs: /^[A-Za-z0-9]{20}(?:-[a-z0-9_]*[a-z][a-z0-9_]*)?(?:-\d(?:\.\d+)?_\d(?:\.\d+)?_\d(?:\.\d+)?)?$/,
  openai: /^(?:[a-z]{3,20}|voice_[A-Za-z0-9]{8,})$/,
};

const examples: Readonly<Record<VoiceProvider, string>> = {
  google: 'en-US-Chirp3-HD-Aoede or en-US-Neural2-F',
  amazon: 'Joanna-Neural',
  elevenlabs: 'UgBBYS2sOqTuMpoF3BR0',
  openai: 'marin',
};

/** Why a name cannot be one of the provider; null when it can. */
export function voiceNameProblem({ provider, name }: NonNullable<AgentVoice>): string | null {
  if (forms[provider].test(name)) return null;
  return `${voiceProviderNames[provider]} has no voice of this name. A name looks like ${examples[provider]}.`;
}

/** The language that a voice's name begins with, where it does. */
export function languageOfVoice({ provider, name }: NonNullable<AgentVoice>): string | null {
  const listed = voiceCatalogue.find((voice) => voice.provider === provider && voice.name === name);
  if (listed) return listed.language;
  return provider === 'google' ? (/^(?:Google\.)?([a-z]{2,3}-[A-Z]{2})-/.exec(name)?.[1] ?? null) : null;
}

/** Only these can be told to speak faster or slower. */
export function canChangeSpeed(provider: VoiceProvider): boolean {
  return provider === 'openai' || provider === 'elevenlabs';
}

function sameTag(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
