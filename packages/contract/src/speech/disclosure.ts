import { knownLanguage, type SpokenLanguage, spokenLanguage, spokenLanguages } from './languages.ts';

/** Whoever answers or calls is told that an AI speaks. It is said where the text of the opening does not say it. */
const sentences: Readonly<
  Record<SpokenLanguage, Readonly<Record<'statement' | 'answer' | 'message', string>>>
> = {
  en: {
    statement: 'I am an AI assistant.',
    answer: 'I am an AI assistant, not a person.',
    message: 'This is a message from an AI assistant.',
  },
  es: {
    statement: 'Soy un asistente de inteligencia artificial.',
    answer: 'Soy un asistente de inteligencia artificial, no una persona.',
    message: 'Este es un mensaje de un asistente de inteligencia artificial.',
  },
  de: {
    statement: 'Sie sprechen mit einem KI-Assistenten.',
    answer: 'Ich bin ein KI-Assistent, kein Mensch.',
    message: 'Dies ist eine Nachricht von einem KI-Assistenten.',
  },
  fr: {
    statement: 'Je suis un assistant vocal, une intelligence artificielle.',
    answer: 'Je suis une intelligence artificielle, pas une personne.',
    message: 'Ceci est le message d’une intelligence artificielle.',
  },
};

export function disclosureStatement(tag: string): string {
  return sentences[spokenLanguage(tag)].statement;
}

/** What the agent says when somebody asks whether it is a person. */
export function disclosureAnswer(tag: string): string {
  return sentences[spokenLanguage(tag)].answer;
}

/** What a message on an answering machine begins with. */
export function disclosureOfMessage(tag: string): string {
  return sentences[spokenLanguage(tag)].message;
}

/**
 * What counts as saying it. The letters alone do not: they may be the name of a firm. So they come with a word for what
 * the speaker is, or stand where only that can be meant.
 */
const statements: Readonly<Record<SpokenLanguage, readonly RegExp[]>> = {
  en: [
    /\b(?:AI|A\.I\.|artificial[- ]intelligence)(?:[- ](?:powered|based|driven|generated))?(?:[- ][\p{L}]+){0,2}[- ](?:assistant|agent|receptionist|secretary|concierge|operator|helper|bot|robot|voice|system|caller|model|program)\b/iu,
    /\b(?:assistant|agent|receptionist|secretary|concierge|operator|helper|bot|voice|system)\b[^.!?]{0,30}\b(?:powered by|based on|run by|driven by|using|with) (?:an )?(?:AI|artificial intelligence)\b/iu,
    /\b(?:am|I'm|I’m|is|to|with|by) (?:an |a )(?:AI|A\.I\.|artificial intelligence)(?![\p{L}\p{N}])/iu,
  ],
  es: [
    /(?<![\p{L}])(?:asistente|agente|recepcionista|secretari[oa]|operador[a]?|voz|sistema|robot|programa|ayudante)(?![\p{L}])[^.!?]{0,40}(?<![\p{L}])(?:IA|I\.A\.|inteligencia artificial)(?![\p{L}])/iu,
    /(?<![\p{L}])una (?:IA|inteligencia artificial)(?![\p{L}])/iu,
  ],
  de: [
    /(?<![\p{L}])(?:KI|K\.I\.|AI)-?\s?(?:(?:gest(?:ü|ue)tzt|basiert|gesteuert)\p{L}*\s)?(?:\p{L}+-?)?(?:Assisten\p{L}+|Agent\p{L}*|Stimme|System|Rezeptionist\p{L}*|Empfang\p{L}*|Helfer\p{L}*|Bot|Sekret\p{L}+|Telefon\p{L}*)(?![\p{L}])/iu,
    /(?<![\p{L}])(?:eine|einer|die|der) (?:KI|künstlichen? Intelligenz)(?![\p{L}])/iu,
    /(?<![\p{L}])(?:Assisten\p{L}+|Agent\p{L}*|Stimme|System)[^.!?]{0,30}(?<![\p{L}])(?:KI|künstlicher Intelligenz)(?![\p{L}])/iu,
  ],
  fr: [
    /(?<![\p{L}])(?:assistante?|agente?|réceptionniste|secrétaire|standardiste|voix|système|robot|programme)(?![\p{L}])[^.!?]{0,40}(?<![\p{L}])(?:IA|I\.A\.|intelligence artificielle)(?![\p{L}])/iu,
    /(?<![\p{L}])une (?:IA|intelligence artificielle)(?![\p{L}])/iu,
  ],
};

/** "This is not an AI assistant": said of somebody else, or a lie. */
const denials: Readonly<Record<SpokenLanguage, RegExp>> = {
  en: /\b(?:not|no|never|isn't|isn’t|without|neither|nor)\b|n['’]t\b/iu,
  es: /(?<![\p{L}])(?:no|ni|nunca|sin|ningun[oa]?|ningún)(?![\p{L}])/iu,
  de: /(?<![\p{L}])(?:nicht|kein\p{L}*|nie|niemals|ohne|weder)(?![\p{L}])/iu,
  fr: /(?<![\p{L}])(?:pas|ni|sans|aucune?|jamais|non)(?![\p{L}])|(?<![\p{L}])n['’]/iu,
};

/** An opening is shorter, and an answer says it early or hardly at all. */
const longestText = 2_000;

/**
 * Whether the text says in the agent's language that an AI speaks. What a placeholder is filled with does not count, so
 * the text is given with its placeholders. In a language without sentences of ours, any of the four counts.
 */
export function disclosesAi(text: string, tag: string): boolean {
  const own = knownLanguage(tag);
  const written = text.slice(0, longestText).replace(/<[^<>]*>/g, ' … ');
  return (own ? [own] : spokenLanguages).some((language) => saysIt(written, language));
}

function saysIt(text: string, language: SpokenLanguage): boolean {
  return sentencesOf(text).some((sentence) =>
    statements[language].some((pattern) => {
      const found = pattern.exec(sentence);
      if (!found) return false;
      // A denial behind it may be of the opposite: "I am an AI assistant, not a person."
      const part = sentence.slice(0, found.index + found[0].length);
      const clause = part.slice(part.lastIndexOf(',', found.index) + 1);
      return !denials[language].test(clause);
    }),
  );
}

/** A full stop after a capital is that of an abbreviation. */
function sentencesOf(text: string): string[] {
  return text.split(/(?<=[!?;:])\s|(?<=\P{Lu}\.)\s|[…–—]/u);
}
