import twilio from 'twilio';

export interface WebhookAnswer {
  readonly status: number;
  readonly body: string;
  readonly contentType: string | null;
}

/** Sends what the carrier would send; `signedFor` is the address that the signature was made for. */
export async function sendWebhook(
  url: string,
  params: Record<string, string>,
  { authToken, signedFor = url }: { authToken: string | null; signedFor?: string },
): Promise<WebhookAnswer> {
  const signature: Record<string, string> =
    authToken === null
      ? {}
      : { 'x-twilio-signature': twilio.getExpectedTwilioSignature(authToken, signedFor, params) };
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...signature },
    body: new URLSearchParams(params).toString(),
  });
  return {
    status: response.status,
    body: await response.text(),
    contentType: response.headers.get('content-type'),
  };
}
