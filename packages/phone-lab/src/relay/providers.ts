import type { XmlNode } from '../twiml/xml.ts';

const voices = ['Google', 'Amazon', 'ElevenLabs', 'Deepgram'];
const ears = ['Google', 'Deepgram'];

/** What is wrong with the speech providers a document asks for, in one sentence; null where nothing is. */
export function providerFault(noun: XmlNode): string | null {
  for (const node of [noun, ...noun.children.filter((child) => child.name === 'Language')]) {
    const { ttsProvider = '', transcriptionProvider = '', code } = node.attributes;
    const { ttsLanguage = code, transcriptionLanguage = code } = node.attributes;
    const fault =
      unknown('ttsProvider', ttsProvider, voices) ??
      unknown('transcriptionProvider', transcriptionProvider, ears) ??
      // Only these two find out by themselves which language is spoken.
      cannotTell('ttsProvider', ttsProvider, 'ElevenLabs', ttsLanguage) ??
      cannotTell('transcriptionProvider', transcriptionProvider, 'Deepgram', transcriptionLanguage);
    if (fault) return fault;
  }
  return null;
}

function unknown(name: string, given: string, known: string[]): string | null {
  if (given === '' || known.some((one) => isSame(one, given))) return null;
  return `Invalid ${name} ${given}: it may be ${known.join(', ')}.`;
}

function cannotTell(name: string, given: string, able: string, language: string | undefined): string | null {
  if (language !== 'multi' || given === '' || isSame(given, able)) return null;
  return `Invalid ${name} ${given}: the language multi needs ${able}.`;
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.trim().toLowerCase();
}
