/**
 * Recognises by their words answering machines and phones that ask who is calling. Only sentences that a person who picks
 * up does not say are recognised: a question such as "Who is calling?" is a person's, and is answered by the model.
 */

/** The assistant of a phone or a screening service asks for name and reason, and speaks of its owner as somebody else. */
export function isScreeningPrompt(text: string): boolean {
  const words = plain(text);
  return screening.some((pattern) => pattern.test(words));
}

/** It says that it is asking its owner: there is nothing to answer. */
export function isHoldNotice(text: string): boolean {
  const words = plain(text);
  return words.split(' ').length <= longestNotice && holding.some((pattern) => pattern.test(words));
}

/** The greeting of an answering machine. */
export function isMachineGreeting(text: string): boolean {
  const words = plain(text);
  return !offersToTakeMessage.test(words) && machine.some((pattern) => pattern.test(words));
}

/** Short words that a person says who was taken for a machine; the last words of a greeting are not. */
export function isHello(text: string): boolean {
  const words = plain(text);
  const isShort = words !== '' && words.split(' ').length <= longestHello;
  return isShort && !farewell.test(words) && !isMachineGreeting(text);
}

/** Stands for pressed keys among what the other party has said. */
export const pressedKeys = '#';

/** Words that react to what was just said, as no recorded greeting does. */
export function isReaction(text: string): boolean {
  if (text === pressedKeys || /\?\s*$/.test(text)) return true;
  const words = plain(text);
  return (reaction.test(words) || refusal.test(text.trim())) && !greeting.test(words);
}

/** A machine that takes no message. */
export function isMailboxFull(text: string): boolean {
  const words = plain(text);
  return full.some((pattern) => pattern.test(words));
}

const longestNotice = 16;
/** In a machine's greeting, sentences that are longer are taken for a part of it. */
const longestHello = 8;

const farewell =
  /^(?:thank you|thanks|cheers|bye|goodbye|good bye|have a|talk (?:to you )?soon|gracias|adiós|hasta|vielen dank|danke|tschüss|auf wiederhören|bis bald|merci|au revoir|à bientôt)\b/;

/** Lower case, apostrophes straight, no other punctuation, single spaces. */
function plain(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[’‘`´]/g, "'")
    .replace(/[^\p{L}\p{N}' ]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const reaction =
  /^(?:(?:oh|ah|uh|um|well|ach|na|äh|eh|bueno|ben|euh) )?(?:yes|yeah|yep|yup|nope|okay|ok|sure|speaking|exactly|correct|maybe|what|who|why|pardon|excuse me|sí|claro|vale|quién|qué|dígame|ja|nein|doch|genau|wer|was|warum|oui|non|d'accord|bien sûr|qui|quoi|pourquoi)(?![\p{L}\p{N}])|\b(?:this is (?:she|he)|am apparat|al habla|à l'appareil|told you|wait a (?:minute|second|moment))(?!\p{L})/u;
/** "No one is available" and "No estoy" are a machine's, and begin alike. */
const refusal = /^no(?:[,.!;]|$)/i;
/** With these words also a yes is one of a greeting. */
const greeting =
  /\b(?:(?:you've|you have) reached|(?:thanks|thank you) for calling|ha llamado a|sie sind verbunden mit|vous êtes bien (?:chez|sur))(?!\p{L})/u;

const screening: readonly RegExp[] = [
  // English
  /\b(?:record|say|state|leave) your name and (?:the |your )?(?:reason|purpose)\b/,
  /\b(?:say|state|record) your name and why you(?:'re| are) calling\b/,
  /\bscreening (?:service|assistant|your call|this call)\b/,
  /\bcall (?:is being |will be )?screen(?:ed|ing|er)\b/,
  /\bi'll see if (?:this|the) person is available\b/,
  /\bperson you(?:'re| are) calling\b.*\b(?:why you(?:'re| are) calling|say your name|using a)\b/,
  // Spanish
  /\b(?:graba|grabe|di|diga|indica|indique) (?:tu|su) nombre y (?:el|la) (?:motivo|razón)\b/,
  /\bservicio de filtrado de llamadas\b|\bfiltra(?:do|r) (?:de )?llamadas\b/,
  // German
  /\b(?:namen?) und (?:den )?(?:grund|anlass)\b.*\banruf/,
  /\banruf(?:filter|prüfung)\b|\bob (?:diese|die) person verfügbar ist\b/,
  // French
  /\b(?:votre|ton) nom et (?:la raison|le motif|l'objet)\b/,
  /\bfiltrage d'appels?\b|\bsi (?:cette|la) personne est disponible\b/,
];

const holding: readonly RegExp[] = [
  /\b(?:stay|hold|remain) on the line\b/,
  /\bplease (?:hold|wait|stand by)\b|^hold on\b.*\b(?:check|see if)\b/,
  /\bone moment while\b|\bwhile i (?:check|try to connect|connect|get)\b/,
  /\bseeing if (?:they|this person)\b/,
  /\b(?:espere|no cuelgue|manténgase) (?:en la línea|por favor)\b|\bpermanezca en (?:la )?línea\b/,
  /\bbleiben sie (?:bitte )?(?:am apparat|in der leitung|dran)\b|\bbitte warten\b/,
  /\b(?:restez en ligne|ne quittez pas|veuillez patienter)\b/,
];

/** What a person says who takes a message for somebody else. */
const offersToTakeMessage =
  /\b(?:(?:can|may|shall|could|should) i (?:take|pass on|give|leave)|(?:would you like|do you want|did you want|like me) (?:me )?to (?:leave|take|pass)|want to leave a message|kann ich (?:etwas|ihm|ihr) ausrichten|möchten sie eine nachricht|quiere dejar(?:le)? un mensaje|puedo tomar|voulez vous laisser|je peux prendre un message)\b/;

const machine: readonly RegExp[] = [
  // English
  /\b(?:after|at|following) the (?:tone|beep|signal)\b/,
  /\b(?:please )?leave (?:me |us )?(?:a|your|the) (?:\p{L}+ ){0,3}(?:message|name|number)\b/u,
  /\brecord your message\b/,
  /\b(?:reached|this is) the (?:voice ?mail|mailbox|answering machine)\b|\b(?:reached|is) (?:my|our) (?:voice ?mail|mailbox)\b/,
  /\bvoice ?mail (?:box |system )?(?:of|for)\b|\bvoice messaging system\b/,
  /\b(?:mail ?box|mailbox) (?:of|for|is full|belonging)\b/,
  /\b(?:can't|cannot|can not|unable to|not able to) (?:come to|get to|take|answer) (?:the|your|my) (?:phone|call|calls)\b/,
  /\b(?:person|party|customer|subscriber) you (?:are|'re|have) (?:trying to reach|calling|called|dialed|dialled) is (?:not available|unavailable)\b/,
  /\b(?:not|no one is|nobody is) available to take your call\b/,
  /\b(?:away from|not at) (?:my|our) (?:desk|desks|phone|phones)\b/,
  // Spanish
  /\bno estoy en mi (?:escritorio|oficina|mesa|puesto|despacho)\b/,
  /\bno (?:puedo|podemos) (?:atender|contestar|responder) (?:el teléfono|(?:a )?(?:su|tu) llamada)\b/,
  /\bdespués (?:del|de la) (?:tono|señal|bip)\b|\bal (?:oír|escuchar) (?:el tono|la señal)\b/,
  /\bdej(?:e|a|en) (?:su|tu|un) (?:\p{L}+ ){0,2}(?:mensaje|nombre|número)\b/u,
  /\bbuzón de voz\b|\bcontestador\b/,
  // German
  /\bnicht (?:an (?:meinem|unserem)|am) (?:platz|schreibtisch|arbeitsplatz)\b/,
  /\bihren anruf (?:\p{L}+ ){0,3}nicht (?:entgegennehmen|annehmen|beantworten)\b/u,
  /\b(?:ich bin|bin ich|wir sind|sind wir) (?:\p{L}+ ){0,3}nicht (?:erreichbar|zu erreichen)\b/u,
  /\bnach dem (?:ton|signalton|piep|pfeifton)\b/,
  /\bhinterlassen sie (?:bitte |uns |mir )*(?:eine |ihre |ihren )(?:\p{L}+ ){0,2}(?:nachricht|namen|nummer)\b/u,
  /\b(?:mailbox|anrufbeantworter|sprachbox) von\b|\bder anrufbeantworter\b/,
  // French
  /\bpas à (?:mon|notre) (?:bureau|poste)\b|\babsente?s? de (?:mon|notre) (?:bureau|poste)\b/,
  /\b(?:peux|pouvons|puis) pas (?:prendre|répondre à) votre appel\b/,
  /\baprès le (?:bip|signal|bip sonore|signal sonore)\b/,
  /\blaiss(?:ez|er|e) (?:moi |nous )?(?:un|votre|vos) (?:\p{L}+ ){0,2}(?:message|nom|numéro|coordonnées)\b/u,
  /\b(?:répondeur|messagerie vocale|boîte vocale)\b/,
];

const full: readonly RegExp[] = [
  /\b(?:mail ?box|voice ?mail|memory|machine) (?:\p{L}+ ){0,4}is full\b/u,
  /\b(?:cannot|can't|can not|unable to|not able to) (?:accept|record|take) (?:any )?(?:more |new )?messages\b/,
  /\bbuzón (?:\p{L}+ ){0,3}(?:está )?lleno\b/u,
  /\b(?:mailbox|anrufbeantworter|speicher) (?:\p{L}+ ){0,3}(?:ist )?voll\b/u,
  /\b(?:boîte vocale|messagerie) (?:\p{L}+ ){0,3}(?:est )?pleine\b/u,
];
