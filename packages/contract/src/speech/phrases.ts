import type { PhraseName } from '../agent-config/phrase-names.ts';
import { type SpokenLanguage, spokenLanguage } from './languages.ts';

/** Complete by type: a phrase that lacks one of the languages does not compile. */
export const sessionPhrases: Readonly<Record<SpokenLanguage, Readonly<Record<PhraseName, string>>>> = {
  en: {
    areYouThere: 'Hello, are you still there?',
    silenceGoodbye: 'I cannot hear anybody, so I will hang up now. Goodbye.',
    firstFiller: 'One moment, please.',
    secondFiller: 'I am still here, just a moment.',
    sayAgain: 'Sorry, let me say that again.',
    apology:
      'I am sorry, I have a technical problem and cannot go on. Somebody will get back to you. Goodbye.',
    cutOff: 'I am sorry, we were cut off for a moment.',
    maxLengthGoodbye: 'I am sorry, we have reached the longest time I may talk. Thank you, and goodbye.',
    drainGoodbye: 'I am sorry, I have to end this call now. Somebody will get back to you. Goodbye.',
    goodbye: 'Thank you. Goodbye.',
    noMoreCalls: 'I understand. We will not call you again.',
    transferring: 'One moment, I am connecting you.',
    notTransferred: 'I am sorry, I could not connect you. Is there anything else I can do for you?',
  },
  es: {
    areYouThere: '¿Hola? ¿Sigue ahí?',
    silenceGoodbye: 'No oigo a nadie, así que voy a colgar. Adiós.',
    firstFiller: 'Un momento, por favor.',
    secondFiller: 'Sigo aquí, deme un momento.',
    sayAgain: 'Perdone, se lo repito.',
    apology:
      'Lo siento, tengo un problema técnico y no puedo continuar. Alguien se pondrá en contacto con usted. Adiós.',
    cutOff: 'Disculpe, se ha cortado la llamada un momento.',
    maxLengthGoodbye:
      'Lo siento, hemos llegado al tiempo máximo de la llamada. Muchas gracias por su tiempo y adiós.',
    drainGoodbye:
      'Lo siento, tengo que terminar la llamada ahora. Alguien se pondrá en contacto con usted. Adiós.',
    goodbye: 'Muchas gracias. Adiós.',
    noMoreCalls: 'Entendido. No volveremos a llamarle.',
    transferring: 'Un momento, le paso.',
    notTransferred: 'Lo siento, no he podido pasarle la llamada. ¿Puedo ayudarle en algo más?',
  },
  de: {
    areYouThere: 'Hallo, sind Sie noch da?',
    silenceGoodbye: 'Ich kann leider niemanden hören und lege jetzt auf. Auf Wiederhören.',
    firstFiller: 'Einen Moment, bitte.',
    secondFiller: 'Ich bin noch da, einen kleinen Moment.',
    sayAgain: 'Entschuldigung, ich sage das noch einmal.',
    apology:
      'Es tut mir leid, ich habe ein technisches Problem und kann nicht weitermachen. Es meldet sich jemand bei Ihnen. Auf Wiederhören.',
    cutOff: 'Entschuldigung, die Verbindung war kurz weg.',
    maxLengthGoodbye:
      'Es tut mir leid, unsere Gesprächszeit ist leider zu Ende. Vielen Dank und auf Wiederhören.',
    drainGoodbye:
      'Es tut mir leid, ich muss das Gespräch jetzt beenden. Es meldet sich jemand bei Ihnen. Auf Wiederhören.',
    goodbye: 'Vielen Dank. Auf Wiederhören.',
    noMoreCalls: 'Das verstehe ich. Wir rufen Sie nicht mehr an.',
    transferring: 'Einen Moment, ich verbinde Sie.',
    notTransferred: 'Es tut mir leid, ich konnte Sie nicht verbinden. Kann ich sonst noch etwas für Sie tun?',
  },
  fr: {
    areYouThere: 'Allô, vous êtes toujours là ?',
    silenceGoodbye: 'Je n’entends personne, je vais donc raccrocher. Au revoir.',
    firstFiller: 'Un instant, s’il vous plaît.',
    secondFiller: 'Je suis toujours là, encore un petit instant.',
    sayAgain: 'Excusez-moi, je répète.',
    apology:
      'Je suis désolé, j’ai un problème technique et je ne peux pas continuer. Quelqu’un va vous recontacter. Au revoir.',
    cutOff: 'Excusez-moi, nous avons été coupés un instant.',
    maxLengthGoodbye:
      'Je suis désolé, nous arrivons à la durée maximale de l’appel. Merci beaucoup et au revoir.',
    drainGoodbye:
      'Je suis désolé, je dois mettre fin à cet appel maintenant. Quelqu’un va vous recontacter. Au revoir.',
    goodbye: 'Merci beaucoup. Au revoir.',
    noMoreCalls: 'C’est noté. Nous ne vous appellerons plus.',
    transferring: 'Un instant, je vous mets en relation.',
    notTransferred:
      'Je suis désolé, je n’ai pas réussi à vous mettre en relation. Est-ce que je peux faire autre chose pour vous ?',
  },
};

/** What the session of an agent says. A blank text keeps the wording of the language. */
export function phrasesFor(
  tag: string,
  own: { readonly [Name in PhraseName]?: string | undefined } = {},
): Record<PhraseName, string> {
  const phrases = { ...sessionPhrases[spokenLanguage(tag)] };
  for (const name of Object.keys(phrases) as PhraseName[]) {
    const text = own[name]?.trim();
    if (text) phrases[name] = text;
  }
  return phrases;
}
