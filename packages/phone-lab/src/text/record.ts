import type { Target } from '../webhook/target.ts';

export type TextStatus = 'queued' | 'sending' | 'sent' | 'delivered' | 'undelivered' | 'failed' | 'received';

/** A text message, as the carrier stores it. */
export interface TextRecord {
  sid: string;
  direction: 'inbound' | 'outbound-api' | 'outbound-reply';
  from: string;
  to: string;
  body: string;
  status: TextStatus;
  errorCode: number | null;
  statusCallback: Target | null;
  createdAt: number;
  updatedAt: number;
  sentAt: number | null;
}

/** Characters of the GSM alphabet; a text with any other is sent in segments of 70. */
const gsmText =
  /^[\n\r !"#$%&'()*+,\-./0-9:;<=>?@A-Z_a-z£¥èéùìòÇØøÅåΔΦΓΛΩΠΨΣΘΞÆæßÉ¤¡ÄÖÑÜ§¿äöñüà^{}\\[~\]|€]*$/;

export function segmentsOf(body: string): number {
  const [whole, part] = gsmText.test(body) ? [160, 153] : [70, 67];
  return body.length <= whole ? 1 : Math.ceil(body.length / part);
}
