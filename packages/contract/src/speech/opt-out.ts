import { disclosesAi } from './disclosure.ts';
import { type SpokenLanguage, spokenLanguage } from './languages.ts';
import { spokenSentences } from './opening.ts';

/** With which somebody opts out of a sales call, whatever the agent's keypad is set to. */
export const optOutKey = '9';

interface OptOutWords {
  /** Said right after who calls. */
  readonly offer: string;
  /** Said at the end of a message on an answering machine, which hears no keys. */
  readonly byPhone: string;
  /** The offer as it may be written down: of our own voice, or of its echo. */
  readonly offered: RegExp;
  /** What somebody says who wants no more calls. */
  readonly said: readonly RegExp[];
}

const words: Readonly<Record<SpokenLanguage, OptOutWords>> = {
  en: {
    offer: 'To get no more calls from us, press 9 or say stop calling.',
    byPhone: 'To get no more calls from us, call <Phone Number>.',
    offered: /\bpress (?:the )?(?:key )?(?:9|nine)\b/iu,
    said: [
      /\bstop calling\b(?! (?:him|her|them|it|that)\b)/iu,
      /\b(?:do not|don['’]?t|never|not) (?:you )?(?:ever )?(?:call|phone|ring|contact) (?:me |us |here |back |this (?:number|phone|house) |my (?:number|phone|house) )?(?:again|any ?more|ever)\b/iu,
      /\bno more (?:sales |phone |marketing )?calls\b/iu,
      /\b(?:take|get|remove|delete|strike) (?:me|us|my (?:phone )?number|our (?:phone )?number|this (?:phone )?number|my name) (?:off|from|out of)\b[^.!?]{0,30}\b(?:lists?|database|system|records)\b/iu,
      /\b(?:put|place|add) (?:me|us|my number|this number|it) (?:on|to)\b[^.!?]{0,20}\b(?:do[- ]not[- ]call|no[- ]call)\b/iu,
      /\b(?:opt|opting) (?:me )?out\b/iu,
      /\bunsubscribe\b/iu,
    ],
  },
  es: {
    offer: 'Si no quiere más llamadas nuestras, pulse 9 o diga no me llamen más.',
    byPhone: 'Si no quiere más llamadas nuestras, llame al <Phone Number>.',
    offered: /(?<!\p{L})puls[ae] (?:el )?(?:9|nueve)(?![\p{L}\p{N}])/iu,
    said: [
      /(?<!\p{L})no (?:me|nos) (?:llam(?:e|en|es|éis)|vuelv(?:a|an|as) a llamar) (?:más|nunca|otra vez|de nuevo)(?!\p{L})/iu,
      /(?<!\p{L})no (?:me |nos )?(?:vuelva|vuelvan|vuelvas) a llamar(?:me|nos)?(?!\p{L})/iu,
      /(?<!\p{L})(?:dej(?:e|en|a)|par(?:e|en)) de llamar(?:me|nos)?(?!\p{L})/iu,
      /(?<!\p{L})(?:quít|borr|elimin|sáqu|dé)\p{L}*(?:me|nos)(?!\p{L})[^.!?]{0,25}(?<!\p{L})(?:lista|baja)(?!\p{L})/iu,
      /(?<!\p{L})no (?:quiero|queremos) (?:recibir )?más llamadas(?!\p{L})/iu,
    ],
  },
  de: {
    offer: 'Wenn Sie keine Anrufe mehr von uns möchten, drücken Sie die 9 oder sagen Sie keine Anrufe mehr.',
    byPhone: 'Wenn Sie keine Anrufe mehr von uns möchten, rufen Sie an unter <Phone Number>.',
    offered: /(?<!\p{L})drücken sie (?:die |taste )?(?:9|neun)(?![\p{L}\p{N}])/iu,
    said: [
      /(?<!\p{L})keine (?:weiteren )?(?:werbe)?anrufe mehr(?!\p{L})/iu,
      /(?<!\p{L})(?:rufen sie|ruft|ruf) (?:mich |uns |hier |bitte |da )*(?:nicht|nie) (?:mehr|wieder|noch ?mal|nochmals)(?: an)?(?!\p{L})/iu,
      /(?<!\p{L})(?:nicht|nie) (?:mehr|wieder|noch ?mal) (?:an(?:ge)?rufen|angerufen werden)(?!\p{L})/iu,
      /(?<!\p{L})(?:streichen|löschen|nehmen|entfernen) sie (?:bitte )?(?:mich|uns|meine nummer|unsere nummer|meinen namen)(?!\p{L})[^.!?]{0,30}(?<!\p{L})(?:listen?|datenbank|verteiler)(?!\p{L})/iu,
      /(?<!\p{L})hören sie (?:bitte |endlich )*auf,? (?:mich |uns |hier )?anzurufen(?!\p{L})/iu,
    ],
  },
  fr: {
    offer: 'Pour ne plus recevoir d’appels de notre part, tapez 9 ou dites ne m’appelez plus.',
    byPhone: 'Pour ne plus recevoir d’appels de notre part, appelez le <Phone Number>.',
    offered: /(?<!\p{L})(?:tapez|appuyez)(?: sur)? (?:le |la touche )?(?:9|neuf)(?![\p{L}\p{N}])/iu,
    said: [
      /(?<!\p{L})(?:ne )?(?:m['’]|me |nous )(?:r)?appel(?:ez|le|er) (?:plus|jamais|plus jamais)(?!\p{L})/iu,
      /(?<!\p{L})ne plus (?:m['’]|me |nous )(?:r)?appeler(?!\p{L})/iu,
      /(?<!\p{L})(?:arrêtez|cessez) de (?:m['’]|me |nous )?(?:r)?appeler(?!\p{L})/iu,
      /(?<!\p{L})(?:retirez|enlevez|supprimez|effacez|rayez)[- ](?:moi|nous|mon numéro|notre numéro|mon nom)(?!\p{L})[^.!?]{0,30}(?<!\p{L})(?:listes?|fichiers?|base)(?!\p{L})/iu,
      /(?<!\p{L})(?:plus d['’]appels|ne veux plus (?:d['’]appels|être appelée?))(?!\p{L})/iu,
    ],
  },
};

/** What is said to whoever answers a sales call, in the language of the tag or in English. */
export function optOutOffer(tag: string): string {
  return words[spokenLanguage(tag)].offer;
}

/** With its placeholder for the number that is called from. */
export function optOutByPhone(tag: string): string {
  return words[spokenLanguage(tag)].byPhone;
}

/** Whether the text has offered it, in any of the languages; a voice may say the key as a word. */
export function offersOptOut(text: string): boolean {
  return Object.values(words).some(({ offered }) => offered.test(text));
}

const longestSearched = 2_000;

/**
 * Whether somebody asks for no more calls, in one of these languages or in English, which people mix in. The echo of our own
 * offer is not what somebody says.
 */
export function asksForNoCalls(text: string, tags: readonly string[]): boolean {
  const asked = text.slice(-longestSearched);
  if (offersOptOut(asked)) return false;
  const languages = new Set<SpokenLanguage>(['en', ...tags.map(spokenLanguage)]);
  return [...languages].some((language) => words[language].said.some((pattern) => pattern.test(asked)));
}

/**
 * The opening with the offer right after it was said that an AI calls, and for whom. Before a question in any case: nobody
 * answers before they have heard it.
 */
export function withOptOutOffer(opening: string, tag: string, names: readonly string[]): string {
  const offer = optOutOffer(tag);
  const sentences = spokenSentences(opening);
  const known = names.map((name) => name.trim().toLowerCase()).filter((name) => name !== '');
  const wholeText = opening.toLowerCase();
  const named = known.filter((name) => wholeText.includes(name));
  const isIntroduced = (text: string) =>
    disclosesAi(text, tag) && (named.length === 0 || named.some((name) => text.toLowerCase().includes(name)));
  const question = sentences.findIndex((sentence) => sentence.endsWith('?'));
  const latest = question < 0 ? sentences.length : question;
  let at = 1;
  while (at < latest && !(isIntroduced(sentences.slice(0, at).join(' ')) && !isCut(sentences[at - 1])))
    at += 1;
  at = Math.min(at, latest);
  return [...sentences.slice(0, at), offer, ...sentences.slice(at)].join(' ');
}

/** A full stop after so few letters is that of a title: Dr., Mr., St. */
function isCut(sentence: string | undefined): boolean {
  return /(?:^|\s)\p{Lu}\p{L}{0,2}\.$/u.test(sentence ?? '');
}
