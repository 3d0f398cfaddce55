import { type SpokenLanguage, spokenLanguage } from './languages.ts';

/** What a person hears from the carrier where no agent can speak. */
export interface Announcements {
  readonly noAgent: string;
  readonly noModel: string;
  readonly tooMany: string;
  readonly cutOff: string;
  /** To somebody who has asked not to be called again. */
  readonly cutOffForGood: string;
  readonly apology: string;
  /** Nobody has taken the call, and the agent does not come back either. */
  readonly notConnected: string;
}

export const announcements: Readonly<Record<SpokenLanguage, Announcements>> = {
  en: {
    noAgent: 'Thank you for calling. Nobody can take your call on this number. Goodbye.',
    noModel:
      'Thank you for calling. Our assistant is not available right now. Please try again later. Goodbye.',
    tooMany:
      'Thank you for calling. We cannot take any more calls at the moment. Please try again later. Goodbye.',
    cutOff: 'I am sorry, we were cut off. Somebody will get back to you. Goodbye.',
    cutOffForGood: 'I am sorry, we were cut off. We will not call you again. Goodbye.',
    apology: 'We are sorry, something went wrong on our side. Please try again later. Goodbye.',
    notConnected: 'I am sorry, nobody could take your call. Somebody will get back to you. Goodbye.',
  },
  es: {
    noAgent: 'Gracias por llamar. En este número nadie puede atender su llamada. Adiós.',
    noModel:
      'Gracias por llamar. Nuestro asistente no está disponible en este momento. Por favor, inténtelo de nuevo más tarde. Adiós.',
    tooMany:
      'Gracias por llamar. En este momento no podemos atender más llamadas. Por favor, inténtelo de nuevo más tarde. Adiós.',
    cutOff: 'Disculpe, se ha cortado la llamada. Alguien se pondrá en contacto con usted. Adiós.',
    cutOffForGood: 'Disculpe, se ha cortado la llamada. No volveremos a llamarle. Adiós.',
    apology: 'Lo sentimos, ha habido un problema por nuestra parte. Inténtelo de nuevo más tarde. Adiós.',
    notConnected:
      'Lo siento, nadie ha podido atender su llamada. Alguien se pondrá en contacto con usted. Adiós.',
  },
  de: {
    noAgent:
      'Vielen Dank für Ihren Anruf. Unter dieser Nummer kann ihn leider niemand entgegennehmen. Auf Wiederhören.',
    noModel:
      'Vielen Dank für Ihren Anruf. Unser Assistent ist gerade nicht erreichbar. Bitte versuchen Sie es später noch einmal. Auf Wiederhören.',
    tooMany:
      'Vielen Dank für Ihren Anruf. Im Moment können wir leider keine weiteren Anrufe annehmen. Bitte versuchen Sie es später noch einmal. Auf Wiederhören.',
    cutOff:
      'Entschuldigung, unsere Verbindung wurde unterbrochen. Es meldet sich jemand bei Ihnen. Auf Wiederhören.',
    cutOffForGood:
      'Entschuldigung, unsere Verbindung wurde unterbrochen. Wir rufen Sie nicht mehr an. Auf Wiederhören.',
    apology:
      'Es tut uns leid, bei uns ist etwas schiefgegangen. Bitte versuchen Sie es später noch einmal. Auf Wiederhören.',
    notConnected:
      'Es tut mir leid, niemand konnte Ihren Anruf annehmen. Es meldet sich jemand bei Ihnen. Auf Wiederhören.',
  },
  fr: {
    noAgent: 'Merci de votre appel. Personne ne peut vous répondre à ce numéro. Au revoir.',
    noModel:
      'Merci de votre appel. Notre assistant n’est pas disponible pour le moment. Merci de réessayer plus tard. Au revoir.',
    tooMany:
      'Merci de votre appel. Nous ne pouvons pas prendre d’autres appels pour le moment. Merci de réessayer plus tard. Au revoir.',
    cutOff: 'Excusez-moi, nous avons été coupés. Quelqu’un va vous recontacter. Au revoir.',
    cutOffForGood: 'Excusez-moi, nous avons été coupés. Nous ne vous appellerons plus. Au revoir.',
    apology:
      'Nous sommes désolés, un problème est survenu de notre côté. Merci de réessayer plus tard. Au revoir.',
    notConnected:
      'Je suis désolé, personne n’a pu prendre votre appel. Quelqu’un va vous recontacter. Au revoir.',
  },
};

export function announcementsFor(tag: string): Announcements {
  return announcements[spokenLanguage(tag)];
}
