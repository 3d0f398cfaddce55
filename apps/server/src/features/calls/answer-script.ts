import type { CallRecord } from '../../ports/call.ts';
import type { CallScript } from '../../ports/call-script.ts';

/** What the carrier does once a call is answered. */
export type AnswerScript = (call: CallRecord) => Promise<CallScript>;

const fallbackLanguage = 'en-US';

/** What a person hears where no agent can speak. */
export const announcement = {
  noAgent: say('Thank you for calling. Nobody can take your call on this number. Goodbye.'),
  noModel: say(
    'Thank you for calling. Our assistant is not available right now. Please try again later. Goodbye.',
  ),
  tooMany: say(
    'Thank you for calling. We cannot take any more calls at the moment. Please try again later. Goodbye.',
  ),
  cutOff: say('I am sorry, we were cut off. Somebody will get back to you. Goodbye.'),
  /** To somebody who has asked not to be called again. */
  cutOffForGood: say('I am sorry, we were cut off. We will not call you again. Goodbye.'),
  apology: say('We are sorry, something went wrong on our side. Please try again later. Goodbye.'),
} as const;

function say(text: string): CallScript {
  return { kind: 'say', text, language: fallbackLanguage };
}
