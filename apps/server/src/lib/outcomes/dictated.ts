import { foldedWords } from '../spoken-calendar.ts';

/** What tells the record what to say, in the words of `foldedWords`. It proves only that somebody said so. */
const orders: readonly RegExp[] = [
  // English
  /\b(?:write|jot|type)(?: (?:it|this|that))? (?:down|in)\b(?! (?:my|the|your) (?:name|number|address))/,
  /\b(?:write|put|note|mark|record|log|enter|save|store|add|insert|include|tick|register|document|state|report|list)(?: (?:it|this|that|me|him|her|us|them|there))?(?: down)? (?:that|as|down as|down that|here that|in (?:there|your|the))\b/,
  /\b(?:please note|make (?:a )?note|take (?:a )?note|note for|put (?:a )?(?:yes|no|tick|check)|put down (?:yes|no|i|that|as))\b/,
  /\b(?:tell|inform) (?:them|him|her|your (?:\w+)|the (?:desk|office|practice|company|boss|people|doctor)) (?:that )?(?:i|we|it|the|my)\b/,
  /\byou (?:must|should|have to|need to|can|may|will|are to) (?:now )?(?:put|write|say|note|mark|record|enter|report|fill)\b/,
  /\b(?:make sure|see to it)(?: that)? (?:it|you|the \w+) (?:says?|write|put|note|mark|shows?)\b/,
  /\b(?:set|change|fill(?: in)?|update|complete) (?:the|this|that|your|my) (?:field|outcome|result|form|value|answer|record|summary|status)\b/,
  /\b(?:the|your|this) (?:outcome|result|form|field|summary|report|record|goal|value) (?:is|should|must|has to|was|will)\b/,
  /\b(?:for|on) (?:the|your) (?:record|records|notes|protocol|report|transcript)\b|\bon record\b|\bgoal (?:was |is )?reached\b/,
  /\b(?:the|your|this|these) (?:notes?|records?|files?|forms?|systems?|protocol|transcript)\b.{0,20}\b(?:must|should|shall|has to|have to|needs? to|can|may|says?|shows?|reads?)\b|\blet (?:the|your) \w+ (?:show|say|read)\b/,
  /\bsay (?:that|in your \w+ that) (?:i|we|it)\b/,
  // Somebody who talks to the reader of the transcript.
  /\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:instructions?|rules?|orders?|prompt|told|above)\b|\bsystem prompt\b|\b(?:you are|you're) now\b|\bpretend (?:to be|you|that)\b|\bdeveloper mode\b|\bjailbreak\b|\bnew instructions?\b/,
  // German
  /\bschreib(?:en|e|t)?\b.{0,25}\b(?:auf|rein|ein|hin|dass|da)\b|\b(?:notier|vermerk|protokollier)(?:en|e|t)?\b|\btrag(?:en|t)?\b.{0,30}\bein\b|\bhalt(?:en|e|et)?\b.{0,20}\bfest\b|\b(?:sagen sie|sag) (?:ihnen|ihm|ihr|dem|der|den)\b.{0,25}\bdas+\b|\bins protokoll\b|\bals (?:erledigt|bezahlt) (?:ein|markier)/,
  // Spanish
  /\b(?:escrib[ae]n?|anot[ae]n?|apunt[ae]n?|registr[ae]n?|marqu?[ae]n?|pong[ae]n?|pon|dig[ae](?:les?|n)?)\b.{0,20}\b(?:que|como)\b|\btom[ae] nota\b|\bdej[ae] constancia\b/,
  // French
  /\b(?:ecri(?:vez|s)|not(?:ez|e)|marqu(?:ez|e)|inscri(?:vez|s)|enregistr(?:ez|e)|mett(?:ez|s)|dites(?:-leur)?)\b.{0,20}\b(?:que\b|qu'|comme\b)|\bprenez note\b/,
];

/** Whether somebody says what is to be written down instead of what is so: "write down that I paid". */
export function isDictated(message: string): boolean {
  const said = foldedWords(message);
  return orders.some((order) => order.test(said));
}
