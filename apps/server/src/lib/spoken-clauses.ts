/** What stands around a day, a time or a number in a sentence and changes what it means. Texts are those of `foldedWords`. */

export interface Place {
  readonly start: number;
  readonly end: number;
}

/** Points between digits separate nothing: "10.30", "1,200". */
const boundary = /[;!?\n]|[.,](?!\d)|\b(?:but|aber|sondern|pero|sino|mais)\b/g;

/** The part of a sentence in which something stands; what was found itself has no boundary inside. */
function clauseAround(said: string, { start, end }: Place): Place {
  let from = 0;
  let to = said.length;
  for (const { index, 0: mark } of said.matchAll(boundary)) {
    if (index + mark.length <= start) from = index + mark.length;
    else if (index >= end && index < to) to = index;
  }
  return { start: from, end: to };
}

const refusals =
  /\b(?:not|never|except|cannot|unable|impossible|difficult|without|\w+n't|can not|no good|bad|busy|away|booked|full|closed|too (?:early|late|soon|much|many|expensive)|anything but)\b|\b(?:nicht|kein\w*|nie|niemals|ausser|unmoglich|geht (?:leider )?nicht|zu (?:fruh|spat))\b|\b(?:no (?:puedo|podemos|podria|me|nos|es|se|va|el|la|los|las|tengo|vengo|quiero)|nunca|jamas|imposible|salvo|demasiado)\b|\b(?:pas|jamais|sauf|impossible|trop (?:tot|tard))\b/;

/** "Friday instead of Tuesday" refuses Tuesday. */
const insteadOf =
  /\b(?:instead of|rather than|statt|anstatt|anstelle von|en lugar de|en vez de|au lieu (?:de|du)|plutot que)\b/;

function isRefused(said: string, place: Place): boolean {
  const { start, end } = clauseAround(said, place);
  if (insteadOf.test(said.slice(start, end))) return insteadOf.test(said.slice(start, place.start));
  return refusals.test(said.slice(start, end));
}

const bounds =
  /\b(?:before|after|by|until|till|til|since|from|past|around|about|between|roughly|approximately|nearly|almost|over|under|more than|less than|at least|at most|up to|earlier than|later than|no later than|vor|nach|bis|ab|seit|gegen|etwa|ungefahr|zwischen|mindestens|hochstens|uber|antes del?|despues del?|hasta|desde|sobre|entre|hacia|mas de|menos de|al menos|avant|apres|jusqu'(?:a|au)|depuis|vers|environ|plus de|moins de|au moins)(?: (?:on|at|the|dem|den|el|las?|les?|um))?$/;

/** "Before Friday" names a limit, not the day. */
function isBound(said: string, { start }: Place): boolean {
  return bounds.test(said.slice(0, start).trimEnd());
}

const hedges =
  /\b(?:maybe|perhaps|possibly|probably|might|either|unless|depends|guess|think|not sure|or (?:later|earlier|sooner|after|before|so|thereabouts|something)|ish|oder (?:spater|fruher)|o (?:mas tarde|antes|despues)|ou (?:plus tard|avant|apres)|vielleicht|eventuell|moglicherweise|wahrscheinlich|entweder|glaube|quizas?|tal vez|a lo mejor|probablemente|creo|depende|peut-etre|probablement|crois|pense)\b|\bif (?!possible|you can|that(?:'s| is) (?:ok|okay|all right|fine|possible)|that works|i may)/;

function isHedged(said: string, place: Place): boolean {
  const { start, end } = clauseAround(said, place);
  return hedges.test(said.slice(start, end));
}

/** A longer text is a talk and not an answer; reading it for one value would take long and tell little. */
export const longestAnswer = 1_000;

export interface ResolveOptions {
  /** Takes "after five" for five and "maybe Tuesday" for Tuesday, where about right is enough. */
  readonly approximate?: boolean;
}

/** The one value that a text means; null where it means none, several, or one that cannot be told (`value` null). */
export function onlyMeant(
  said: string,
  mentions: readonly (Place & { readonly value: number | null })[],
  { approximate = false }: ResolveOptions,
): number | null {
  const meant = mentions.filter((mention) => !isRefused(said, mention));
  const isExact = meant.every((mention) => !isBound(said, mention) && !isHedged(said, mention));
  if (!approximate && !isExact) return null;
  const values = new Set(meant.map(({ value }) => value));
  const [value = null] = values;
  return values.size === 1 ? value : null;
}
