import { type SpokenLanguage, spokenLanguage } from './languages.ts';

/** Somebody asks whether a person is speaking. */
const questions: Readonly<Record<SpokenLanguage, readonly RegExp[]>> = {
  en: [
    /\b(?:are|r) (?:you|u) (?:really |actually |even |just |like )?(?:an? )?(?:real |actual |live |true |human )?(?:person|human(?: being)?|real|man or a machine|robot|machine|bot|chatbot|computer|recording|AI|A\.I\.|artificial|automated|alive)\b/iu,
    /\b(?:is|am) (?:this|that|it|I) (?:speaking (?:to|with) |talking (?:to|with) )?(?:an? )?(?:real |actual |live )?(?:person|human(?: being)?|robot|machine|bot|chatbot|computer|recording|AI|A\.I\.|automated)\b/iu,
    /\b(?:am I|I'm|I am) (?:speaking|talking) (?:to|with) (?:an? )?(?:real |actual |live )?(?:person|human(?: being)?|robot|machine|bot|computer|recording|AI)\b/iu,
  ],
  es: [
    /(?<!\p{L})(?:es|eres|sos|será) (?:usted |tú |vos )?(?:de verdad |realmente |acaso )?(?:una? )?(?:persona|ser humano|human[oa]|robot|máquina|bot|ordenador|computadora|grabación|IA|inteligencia artificial)(?!\p{L})/iu,
    /(?<!\p{L})(?:es usted|eres|sos) (?:de verdad |realmente )?real(?!\p{L})/iu,
    /(?<!\p{L})(?:hablo|hablando|estoy hablando) (?:yo )?con (?:una? )?(?:persona|ser humano|human[oa]|robot|máquina|bot|ordenador|computadora|grabación|IA|inteligencia artificial|alguien real)(?!\p{L})/iu,
  ],
  de: [
    /(?<!\p{L})(?:sind sie|bist du|ist das|ist da|sprichst du als) (?:denn |eigentlich |wirklich |etwa |überhaupt |hier |jetzt )*(?:ein(?:e|en)? )?(?:echter? |richtiger? |wirklicher? |lebendiger? |reale? )?(?:mensch|person|roboter|maschine|computer|bot|ki|künstliche intelligenz|aufnahme|bandansage|automat)(?!\p{L})/iu,
    /(?<!\p{L})(?:sind sie|bist du) (?:denn |eigentlich |wirklich |überhaupt )*echt\s*(?:[?.!,]|$)/iu,
    /(?<!\p{L})(?:spreche|rede) ich (?:hier |jetzt |denn |eigentlich |gerade |da |wirklich )*mit (?:eine[rm] |'nem |nem )?(?:echten |richtigen |wirklichen |realen )?(?:menschen|person|roboter|maschine|computer|bot|ki|künstlichen intelligenz)(?!\p{L})/iu,
  ],
  fr: [
    /(?<!\p{L})(?:êtes[- ]vous|vous êtes|es[- ]tu|tu es|c['’]est|est-ce) (?:vraiment |bien |en fait |donc )?(?:une? )?(?:vraie? |véritable )?(?:personne|être humain|humaine?|robot|machine|ordinateur|enregistrement|IA|intelligence artificielle)(?!\p{L})/iu,
    /(?<!\p{L})(?:êtes[- ]vous|vous êtes|es[- ]tu|tu es) (?:vraiment )?(?:vraie?|réel(?:le)?)(?!\p{L})/iu,
    /(?<!\p{L})(?:je parle|est-ce que je parle|parlé-je|on parle) (?:bien |vraiment |là )?(?:à|avec) (?:une? )?(?:vraie? |véritable )?(?:personne|être humain|humaine?|robot|machine|ordinateur|IA|intelligence artificielle|quelqu['’]un de réel)(?!\p{L})/iu,
  ],
};

const longestQuestion = 2_000;

/**
 * In which of these languages somebody asks whether a person speaks; null where nobody does. English counts in any case,
 * because people mix it in. It is then the first of the languages that is answered in.
 */
export function languageOfPersonQuestion(text: string, tags: readonly string[]): string | null {
  // Of somebody who talks for minutes, the last words are searched.
  const asked = text.slice(-longestQuestion);
  const isAsked = (language: SpokenLanguage) => questions[language].some((pattern) => pattern.test(asked));
  const own = tags.find((tag) => isAsked(spokenLanguage(tag)));
  return own ?? (isAsked('en') ? (tags[0] ?? 'en-US') : null);
}
