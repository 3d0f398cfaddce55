import { normalizeNumber } from '../phone-number-format.ts';
import type { PhoneNumbers } from '../phone-numbers.ts';
import type { TextRecord } from '../text/record.ts';
import type { Texts } from '../text/texts.ts';
import { LabApiError } from './errors.ts';
import type { Route } from './route.ts';

export interface TextInRequest {
  /** The number of the phone that sends it. */
  from: string;
  /** One of the account's numbers. */
  to: string;
  body: string;
}

export type TextIn = (request: TextInRequest) => TextRecord;

/** Sends texts from a phone to numbers of the account. */
export function makeTextIn(texts: Texts, numbers: PhoneNumbers): TextIn {
  return (request) => {
    const from = typeof request?.from === 'string' ? normalizeNumber(request.from) : null;
    const to = typeof request?.to === 'string' ? normalizeNumber(request.to) : null;
    const body = typeof request?.body === 'string' ? request.body.trim() : '';
    if (!from || !to || !body)
      throw new LabApiError(
        400,
        'invalid_text',
        'Name both numbers and a text, for example {"from": "+15005550010", "to": "+15005550006", "body": "Yes"}.',
      );
    const number = numbers.byNumber(to);
    if (!number) throw new LabApiError(404, 'unknown_number', `${to} is not a number of this account.`);
    if (number.sms === false) throw new LabApiError(409, 'out_of_service', `${to} takes no text messages.`);
    return texts.receive(from, number, body);
  };
}

export function textRoutes(texts: Texts, textIn: TextIn): Route[] {
  return [
    ['GET', /^\/lab\/texts$/, () => ({ texts: texts.all() })],
    ['POST', /^\/lab\/texts$/, ({ body }) => ({ text: textIn(body as TextInRequest) })],
  ];
}
