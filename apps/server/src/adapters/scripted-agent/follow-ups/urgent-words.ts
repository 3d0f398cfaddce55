import type { UrgentWhy } from '@parley/contract';

/** Whole words, also of scripts in which `\b` finds none. */
const words = (list: string) => new RegExp(`(?<![\\p{L}\\p{M}])(?:${list})(?![\\p{L}\\p{M}])`, 'u');

/**
 * What makes a call urgent, in every language at once: nobody knows for certain in which language somebody in pain speaks,
 * and one urgent follow-up too many is better than an emergency that nobody sees. In the order of their weight.
 */
export const urgentWords: readonly (readonly [UrgentWhy, RegExp])[] = [
  [
    'emergency',
    words(
      [
        "emergency(?! (?:contact|number|exit|service|line))|can't breathe|cannot breathe|chest pains?|unconscious|won't stop bleeding",
        'bleeding (?:badly|heavily|a lot)',
        'notfall|bewusstlos|keine luft',
        'emergencia|urgencias?|no puedo respirar|inconsciente',
        "(?:une|en|d'|l'|cas d'|est une )?urgence|n'arrive (?:pas|plus) à respirer|inconsciente?s?",
      ].join('|'),
    ),
  ],
  [
    'pain',
    words(
      [
        'pains?|painful|hurts|hurting|(?:my|his|her|the) \\p{L}+(?: \\p{L}+)? hurt|aching|aches|toothache|agony|throbbing',
        'swollen|swelling|bleeding|bleeds|fever|abscess|broken tooth|tooth (?:is |has )?(?:broke|broken|fell out|fallen out)|knocked out',
        'schmerz(?:en|t|haft)?|\\p{L}+schmerzen|weh ?tut|tut (?:\\p{L}+ ){0,3}weh|geschwollen\\p{L}*|schwellung|blutet|blutung|fieber',
        'dolor(?:es)?|duelen?|hinchad[oa]s?|hinchazón|sangra|sangrando|fiebre',
        "douleurs?|douloureu(?:x|se)|(?:j'ai|ai|fait|a) (?:\\p{L}+ ){0,2}mal|mal (?:aux dents|à la dent)|gonflée?s?|saigne|saignements?|fièvre",
      ].join('|'),
    ),
  ],
  [
    'angry',
    words(
      [
        'complaints?|complain|complaining|unacceptable|furious|outrageous|outraged|disgusting|ridiculous|third time|(?:my|our) (?:lawyer|attorney)',
        'beschwerde|beschweren|unverschämt\\p{L}*|frechheit|zum dritten mal|(?:mein|meinen|meinem|unser|unseren) anwalt',
        'quejas?|quejarme|inaceptable|indignante|tercera vez|mi abogad[oa]',
        'plainte|me plaindre|inadmissible|inacceptable|scandaleux|troisième fois|mon avocate?',
      ].join('|'),
    ),
  ],
];

/** Of a caller. Whoever is called without having asked for it and swears is not a case for the desk. */
export const swearing = words(
  'f+u+c+k(?:ing|ed)?|bullshit|piss off|bugger off|shut up|scheiße|mierda|merde|putain',
);

/** Stands right before the word that it takes back: "no pain", "it doesn't really hurt", "keine Schmerzen". */
export const negated = new RegExp(
  `(?<![\\p{L}\\p{M}])(?:${[
    '(?:no|zero)(?: (?:more|real|big|bad|great|acute|longer(?: any| in)?))?',
    "(?:not|never|without|hardly|stopped|isn't|aren't|wasn't|doesn't|don't|didn't|haven't|hasn't|won't|wouldn't)(?: (?:in|a|an|any|real|really|much|had|have|been|be|having|feel|feeling|is|it|to|of|such|longer|that|actually|bad|some)){0,3}",
    '(?:kein|keine|keinen|ohne|nicht|nie|nicht mehr)(?: (?:mehr|wirklich|sehr|so|große[nr]?|ein|eine)){0,2}',
    '(?:sin|no (?:tengo|hay|es|siento|me)|nunca)(?: (?:ningún|ninguna|nada de|una?|mucho|más)){0,2}',
    "(?:sans|pas|plus|aucune?|jamais)(?: (?:de|d'|une?|plus|vraiment|la)){0,2}",
  ].join('|')}) ?$`,
  'u',
);

/** Long ago, and not now. */
export const pastTimePattern =
  /\b(?:last (?:year|month|week|time)|(?:years?|months?|weeks?) ago|used to|back then|when i was)\b/;
export const presentTimePattern = /\b(?:now|again|still|today|since|this morning|tonight)\b/;
export const isOver =
  /\b(?:pains?|swelling|bleeding|fever|it)\b.{0,20}\b(?:is gone|are gone|has gone|went away|gone away|has stopped|stopped|went down|is over)\b/;
