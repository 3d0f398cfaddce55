import { type SpokenLanguage, spokenLanguage } from './languages.ts';

interface Question {
  /** Said before anybody is listened to: whoever answers the phone with "Yes?" has not agreed to anything. */
  readonly introduction: string;
  readonly question: string;
  /** Once more, to somebody who has said neither yes nor no. */
  readonly again: string;
  /** Words that the recognition may expect. */
  readonly hints: readonly string[];
}

const questions: Readonly<Record<SpokenLanguage, Question>> = {
  en: {
    introduction: 'Hello, this is an AI assistant.',
    question: 'May this call be recorded? Please say yes or no.',
    again: 'Sorry, may this call be recorded? Please say yes or no.',
    hints: ['yes', 'no'],
  },
  es: {
    introduction: 'Hola, le habla un asistente de inteligencia artificial.',
    question: '¿Se puede grabar esta llamada? Por favor, diga sí o no.',
    again: 'Perdone, ¿se puede grabar esta llamada? Por favor, diga sí o no.',
    hints: ['sí', 'no'],
  },
  de: {
    introduction: 'Guten Tag, hier ist ein KI-Assistent.',
    question: 'Darf dieses Gespräch aufgezeichnet werden? Bitte sagen Sie Ja oder Nein.',
    again: 'Entschuldigung, darf dieses Gespräch aufgezeichnet werden? Bitte sagen Sie Ja oder Nein.',
    hints: ['ja', 'nein'],
  },
  fr: {
    introduction: 'Bonjour, vous parlez à une intelligence artificielle.',
    question: 'Est-ce que cet appel peut être enregistré ? Veuillez répondre par oui ou par non.',
    again: 'Excusez-moi, cet appel peut-il être enregistré ? Veuillez répondre par oui ou par non.',
    hints: ['oui', 'non'],
  },
};

/** What somebody is asked before their call is recorded, in the language of the tag or in English. */
export function recordingQuestion(tag: string): Question {
  return questions[spokenLanguage(tag)];
}

const words = (list: string) => new RegExp(`(?<![\\p{L}'’])(?:${list})(?![\\p{L}])`, 'giu');

const yes: Readonly<Record<SpokenLanguage, RegExp>> = {
  en: words(
    "yes|yeah|yep|yup|sure|ok|okay|of course|certainly|absolutely|go ahead|that is fine|that['’]s fine|i agree|agreed|please do",
  ),
  es: words('sí|si|claro|vale|ok|okay|de acuerdo|por supuesto|está bien|adelante|cómo no'),
  de: words(
    'ja|jawohl|jo|ok|okay|klar|gerne?|einverstanden|in ordnung|natürlich|selbstverständlich|dürfen sie',
  ),
  fr: words("oui|ouais|ok|okay|d['’]accord|bien sûr|volontiers|certainement|entendu|pas de problème"),
};
/** What may stand beside a yes. With anything else it may be one with a condition, or to somebody else. */
const beside: Readonly<Record<SpokenLanguage, RegExp>> = {
  en: words(
    "please|thanks|thank you|you can|you may|you could|record|recording|it|this|the call|that is|that['’]s|it is|it['’]s|fine|good|all right|alright|by all means|i do|do|with me|for me|by me|and|well|uh|um",
  ),
  es: words('por favor|gracias|puede|pueden|grabar|grabe|grabarla|la llamada|bien|muy|pues|y|eh'),
  de: words(
    'bitte|danke|das|ist|geht|dürfen|können|sie|es|aufzeichnen|aufnehmen|machen|gut|schon|für mich|von mir aus|und|na|äh|ähm',
  ),
  fr: words(
    "s['’]il vous plaît|merci|vous pouvez|enregistrer|enregistrez|l['’]appel|allez-y|bien|très|c['’]est|bon|et|euh",
  ),
};
/** In every language, whatever the call is held in: a no that is not understood would be the worst mistake. */
const no = words(
  [
    "no|nope|nah|not|\\p{L}+n['’]t|cannot|never|refuse|decline|stop|rather|prefer|without|mind",
    'nunca|jamás|tampoco|nada|sin|prefiero',
    'nein|nee|nö|ne|nicht|keine?[nmrs]?|niemals|ungerne?|lieber|ohne',
    'non|pas|jamais|aucun|plutôt|sans',
  ].join('|'),
);
/** Longer answers are about something else: a recorded greeting, or a conversation in the room. */
const longestAnswer = 120;

/** What somebody has answered who was asked whether the call may be recorded. Whatever is no clear yes is none. */
export function recordingAnswer(text: string, tag: string): 'yes' | 'no' | 'unclear' {
  const said = text.normalize('NFC').trim();
  const language = spokenLanguage(tag);
  const accepted = language === 'fr' ? said.replace(/pas de problème/giu, 'oui') : said;
  if (accepted.search(no) >= 0) return said.length > longestAnswer ? 'unclear' : 'no';
  if (said.length > longestAnswer || /[?？]$/u.test(said)) return 'unclear';
  const withoutYes = accepted.replaceAll(yes[language], ' ');
  const isOnlyYes = !/\p{L}|\p{N}/u.test(withoutYes.replaceAll(beside[language], ' '));
  return withoutYes !== accepted && isOnlyYes ? 'yes' : 'unclear';
}

/** A system entry of the transcript: why a call is not recorded though it was asked for. */
export const notRecordedNotes = {
  no: 'The other party does not want the call to be recorded. It is not recorded.',
  unclear: 'The other party has not clearly agreed to a recording. The call is not recorded.',
} as const;
