import type { XmlNode } from '../twiml/xml.ts';

const ttsProviders = ['Google', 'Amazon', 'ElevenLabs', 'Deepgram'];
const transcriptionProviders = ['Google', 'Deepgram'];

/** What is wrong with the speech providers of a document; null when they are valid. */
export function providerFault(noun: XmlNode): string | null {
  for (const node of [noun, ...noun.children.filter((child) => child.name === 'Language')]) {
    const { ttsProvider = '', transcriptionProvider = '', code } = node.attributes;
    const { ttsLanguage = code, transcriptionLanguage = code } = node.attributes;
    const fault =
      unknown('ttsProvider', ttsProvider, ttsProviders) ??
      unknown('transcriptionProvider', transcriptionProvider, transcriptionProviders) ??
      // Only these two detect the language.
      cannotDetectLanguage('ttsProvider', ttsProvider, 'ElevenLabs', ttsLanguage) ??
      cannotDetectLanguage('transcriptionProvider', transcriptionProvider, 'Deepgram', transcriptionLanguage);
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

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.trim().toLowerCase();
}
