import type { XmlNode } from '../twiml/xml.ts';

const ttsProviders = ['Google', 'Amazon', 'ElevenLabs', 'Deepgram'];
const transcriptionProviders = ['Google', 'Deepgram'];
/** Used where a document names none, whatever voice it names. */
const defaultTtsProvider = 'ElevenLabs';

/** How the names of voices look, by provider. */
const voiceNames: Record<string, RegExp | undefined> = {
  google:
    /^(?:[a-z]{2,3}-[A-Z]{2}-Chirp3-HD-[A-Za-z]+|(?:Google\.)?[a-z]{2,3}-[A-Z]{2}-(?:Neural2|Wavenet|Standard|Studio|Journey|News|Polyglot|Casual)-[A-Z])$/,
  amazon: /^(?:Polly\.[A-Z][a-z]+|[A-Z][a-z]+(?=-))(?:-(?:Neural|Generative))?$/,
  elevenlabs: /^[A-Za-z0-9]{20}(?:-[a-z][a-z0-9_]*)?(?:-[\d.]+_[\d.]+_[\d.]+)?$/,
};

/** What is wrong with the speech providers of a document; null when they are valid. */
export function providerFault(noun: XmlNode): string | null {
  for (const node of [noun, ...noun.children.filter((child) => child.name === 'Language')]) {
    const { ttsProvider = '', transcriptionProvider = '', code, language, voice = '' } = node.attributes;
    const { ttsLanguage = code, transcriptionLanguage = code } = node.attributes;
    const fault =
      unknown('ttsProvider', ttsProvider, ttsProviders) ??
      unknown('transcriptionProvider', transcriptionProvider, transcriptionProviders) ??
      // Only these two detect the language.
      cannotDetectLanguage('ttsProvider', ttsProvider, 'ElevenLabs', ttsLanguage) ??
      cannotDetectLanguage(
        'transcriptionProvider',
        transcriptionProvider,
        'Deepgram',
        transcriptionLanguage,
      ) ??
      wrongVoice(ttsProvider, ttsLanguage ?? language ?? 'en-US', voice);
    if (fault) return fault;
  }
  return null;
}

function unknown(name: string, given: string, known: string[]): string | null {
  if (given === '' || known.some((one) => isSame(one, given))) return null;
  return `Invalid ${name} ${given}: it may be ${known.join(', ')}.`;
}

function cannotDetectLanguage(
  name: string,
  given: string,
  required: string,
  language: string | undefined,
): string | null {
  if (language !== 'multi' || given === '' || isSame(given, required)) return null;
  return `Invalid ${name} ${given}: the language multi needs ${required}.`;
}

/** A voice has to be one of its provider. */
function wrongVoice(given: string, language: string, voice: string): string | null {
  const provider = given.trim() || defaultTtsProvider;
  const names = voiceNames[provider.toLowerCase()];
  if (voice === '' || !names || names.test(voice.trim())) return null;
  return `Invalid values (${provider}/${language}/${voice}) for tts settings`;
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.trim().toLowerCase();
}
