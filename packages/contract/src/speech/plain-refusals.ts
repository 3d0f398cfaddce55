import { type SpokenLanguage, spokenLanguage } from './languages.ts';
import { offersOptOut } from './opt-out.ts';

/**
 * Where nobody has offered words for opting out, people say the same words of others: that a neighbour never stops calling,
 * that their son does not call any more, that they unsubscribe from a newsletter. These patterns fit only somebody who tells
 * us not to call them: an order at the beginning of a clause or after one of the words before it, with its object.
 */
function ordered(before: string, order: string): RegExp {
  return new RegExp(`(?:^|[.!?,;:¡¿…]|(?<!\\p{L})(?:${before}))\\s*(?:${order})`, 'iu');
}

const object = '(?: (?:me|us|here|back|this (?:number|phone|house)|(?:my|our) (?:number|phone|house|home)))';
/** "Stop calling me names" is about something else. */
const ends =
  '(?=\\s*(?:[.!?,;]|$)|\\s(?:again|any ?more|now|please|at|on|every|all|and|or|from|immediately|right|thank)(?!\\p{L}))';
/** "Do not call me again until Monday." */
const forGood =
  '(?!\\p{L})(?! (?:until|till|before|unless|today|tonight|this (?:morning|afternoon|evening|week)|on|at|after|hasta|antes|vor|bis|avant|jusqu))';
const de = '(?: (?:mich|uns|hier|bitte|da))*';

const refusals: Readonly<Record<SpokenLanguage, readonly RegExp[]>> = {
  en: [
    ordered('please|just|must|you to|(?:can|could|would|will) you', `stop calling${object}?${ends}`),
    ordered(
      'please|just|okay|ok',
      `(?:please )?(?:do not|don['’]?t|never) (?:you )?(?:ever )?(?:call|phone|ring|contact)${object}? (?:again|any ?more|ever)${forGood}`,
    ),
    new RegExp(
      `\\byou (?:not to|to not|never to|to never) (?:ever )?(?:call|phone|ring|contact)${object} (?:again|any ?more|ever)${forGood}`,
      'iu',
    ),
    ordered(
      'please|want|wanted',
      'no more (?:sales |phone |marketing )?calls(?=\\s*(?:[.!?,;]|$)|\\s(?:please|from you|to (?:me|us|this|my)))',
    ),
    /\b(?:take|get|remove|delete|strike) (?:me|us|my name) (?:off|from|out of)\b[^.!?]{0,20}\b(?:call(?:s|ing)?|phone|telephone|telemarketing|sales) lists?\b/iu,
    /\b(?:take|get|remove|delete|strike) (?:my|our|this) (?:phone |telephone )?number (?:off|from|out of)\b[^.!?]{0,20}\blists?\b/iu,
    /(?<!\b(?:did|have|has) (?:you|they|somebody|someone) )\b(?:put|place|add) (?:me|us|my number|this number|it) (?:on|to)\b[^.!?]{0,20}\b(?:do[- ]not[- ]call|no[- ]call)\b/iu,
    /\b(?:opt|opting) (?:me )?out of (?:[\p{L}-]+ ){0,3}(?:calls|calling|being called)\b/iu,
    /\bunsubscribe (?:me )?from (?:[\p{L}-]+ ){0,3}calls\b/iu,
  ],
  es: [
    ordered(
      'por favor|quier\\p{L}+ que|pido que|favor de',
      `(?:por favor )?no (?:me|nos) (?:llam(?:e|en|es|éis)|vuelv(?:a|an|as) a llamar) (?:más|nunca|otra vez|de nuevo)${forGood}`,
    ),
    ordered(
      'por favor|quier\\p{L}+ que|pido que|favor de',
      `(?:por favor )?no (?:me |nos )?(?:vuelva|vuelvan|vuelvas) a llamar(?:me|nos)?${forGood}`,
    ),
    ordered('por favor|quier\\p{L}+ que|pido que', '(?:dejen?|paren?) de llamar(?:me|nos)(?!\\p{L})'),
    /(?<!\p{L})(?:quít|borr|elimin|sáqu)\p{L}*(?:me|nos)(?!\p{L})[^.!?]{0,15}(?<!\p{L})lista de (?:llamadas|teléfonos)(?!\p{L})/iu,
    /(?<!\p{L})no (?:quiero|queremos) (?:recibir )?más llamadas(?= (?:suyas|de ustedes|de usted)|\s*[.!?,;]|$)/iu,
  ],
  de: [
    ordered(
      'bitte|möchten?|will|wollen|wünschen?|ihnen',
      'keine (?:weiteren )?(?:werbe)?anrufe mehr(?!\\p{L})(?!\\s*\\?)',
    ),
    ordered(
      'bitte|und',
      `(?:bitte )?(?:rufen sie|ruft|ruf)${de} (?:nicht|nie) (?:mehr|wieder|noch ?mals?)${forGood}(?!(?: an)?\\s*\\?)`,
    ),
    /(?<!\p{L})(?:möchten?|will|wollen) (?:[\p{L}]+ ){0,4}(?:nicht|nie) (?:mehr|wieder|noch ?mal) (?:an(?:ge)?rufen|angerufen) werden(?!\p{L})/iu,
    ordered(
      'bitte',
      `(?:mich |uns |hier )?(?:nicht|nie) (?:mehr|wieder|noch ?mal) anrufen(?!\\p{L})(?!\\s*\\?)`,
    ),
    /(?<!\p{L})(?:streichen|löschen|nehmen|entfernen) sie (?:bitte )?(?:mich|uns|meinen namen)(?!\p{L})[^.!?]{0,20}(?<!\p{L})(?:anruf|telefon)listen?(?!\p{L})/iu,
    /(?<!\p{L})(?:streichen|löschen|nehmen|entfernen) sie (?:bitte )?(?:meine|unsere|diese) nummer(?!\p{L})[^.!?]{0,20}(?<!\p{L})(?:anruf|telefon)?listen?(?!\p{L})/iu,
    ordered('bitte|und', 'hören sie (?:bitte |endlich )*auf,? (?:mich |uns |hier )?anzurufen(?!\\p{L})'),
  ],
  fr: [
    ordered(
      "s[’']il vous plaît|et",
      `(?:ne )?(?:m['’]|me |nous )(?:r)?appelez (?:plus jamais|plus|jamais)${forGood}`,
    ),
    ordered(
      'merci de|prière de|prie de|demande de|veuillez|voulez-vous',
      `(?:bien )?ne plus (?:m['’]|me |nous )(?:r)?appeler${forGood}`,
    ),
    ordered("s[’']il vous plaît|et", `(?:arrêtez|cessez) de (?:m['’]|me |nous )(?:r)?appeler(?!\\p{L})`),
    /(?<!\p{L})(?:retirez|enlevez|supprimez|effacez|rayez)[- ](?:moi|nous|mon nom)(?!\p{L})[^.!?]{0,20}(?<!\p{L})listes? (?:d['’]appels?|téléphoniques?)(?!\p{L})/iu,
    /(?<!\p{L})(?:retirez|enlevez|supprimez|effacez|rayez) (?:mon|notre|ce) numéro(?!\p{L})[^.!?]{0,20}(?<!\p{L})listes?(?!\p{L})/iu,
    /(?<!\p{L})ne (?:veux|voulons) plus (?:recevoir )?(?:d['’]appels|être appelée?s?)(?!\p{L})/iu,
  ],
};

const longestSearched = 2_000;

/** Whether somebody says of themselves that they want no more calls from us, on a call that has offered no words for it. */
export function plainlyAsksForNoCalls(text: string, tags: readonly string[]): boolean {
  const asked = text.slice(-longestSearched).replace(/\s+/gu, ' ').trim();
  if (offersOptOut(asked)) return false;
  const languages = new Set<SpokenLanguage>(['en', ...tags.map(spokenLanguage)]);
  return [...languages].some((language) => refusals[language].some((pattern) => pattern.test(asked)));
}
