import { type SpokenLanguage, spokenLanguage } from './languages.ts';

/** What a colleague hears before a call is handed over to them: who it is, why, and what to press. */
interface BriefingWords {
  readonly from: (who: string) => string;
  readonly withheld: string;
  readonly about: (why: string) => string;
  readonly press: string;
  /** The other party has hung up meanwhile. */
  readonly gone: string;
}

const words: Readonly<Record<SpokenLanguage, BriefingWords>> = {
  en: {
    from: (who) => `A call from ${who}.`,
    withheld: 'a withheld number',
    about: (why) => `It is about this: ${why}`,
    press: 'Press 1 to take the call.',
    gone: 'The caller has hung up. Goodbye.',
  },
  es: {
    from: (who) => `Una llamada de ${who}.`,
    withheld: 'un número oculto',
    about: (why) => `Se trata de esto: ${why}`,
    press: 'Pulse 1 para atender la llamada.',
    gone: 'La persona ha colgado. Adiós.',
  },
  de: {
    from: (who) => `Ein Anruf von ${who}.`,
    withheld: 'einer unterdrückten Nummer',
    about: (why) => `Es geht um Folgendes: ${why}`,
    press: 'Drücken Sie die 1, um den Anruf anzunehmen.',
    gone: 'Die andere Seite hat aufgelegt. Auf Wiederhören.',
  },
  fr: {
    from: (who) => `Un appel de ${who}.`,
    withheld: 'un numéro masqué',
    about: (why) => `C’est à ce sujet : ${why}`,
    press: 'Appuyez sur 1 pour prendre l’appel.',
    gone: 'La personne a raccroché. Au revoir.',
  },
};

export interface BriefedCall {
  /** A name, or a number; null where it is withheld. */
  readonly who: string | null;
  readonly why: string;
}

/** Who and why in two sentences, then what to press. */
export function briefingFor(tag: string, { who, why }: BriefedCall): string {
  const say = words[spokenLanguage(tag)];
  const reason = why.trim();
  return [
    say.from(who ?? say.withheld),
    ...(reason === '' ? [] : [say.about(asSentence(reason))]),
    say.press,
  ].join(' ');
}

export function callerGoneFor(tag: string): string {
  return words[spokenLanguage(tag)].gone;
}

function asSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text}.`;
}
