import twilio from 'twilio';
import type { CallScript, CarrierDocument } from '../../ports/carrier-wire.ts';

/** Twilio speaks at most 4,096 characters in one go. */
const longestSay = 4_000;

export function writeTwiml(script: CallScript): CarrierDocument {
  const response = new twilio.twiml.VoiceResponse();
  switch (script.kind) {
    case 'hang-up':
      response.hangup();
      break;
    case 'reject':
      response.reject();
      break;
    case 'say': {
      // The list of languages in the SDK's types trails behind what the service speaks.
      const language = script.language as 'en-US';
      for (const piece of pieces(speakable(script.text))) response.say({ language }, piece);
      response.hangup();
      break;
    }
  }
  return { contentType: 'text/xml; charset=utf-8', body: response.toString() };
}

/** Characters that XML cannot carry would make the whole document unreadable. */
function speakable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the very characters to take out
  return text.toWellFormed().replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, ' ');
}

function pieces(text: string): string[] {
  const found: string[] = [];
  let rest = text.trim();
  while (rest.length > longestSay) {
    const space = rest.lastIndexOf(' ', longestSay);
    const cut = space > 0 ? space : longestSay;
    found.push(rest.slice(0, cut).toWellFormed());
    rest = rest.slice(cut).trimStart();
  }
  return rest === '' ? found : [...found, rest];
}
