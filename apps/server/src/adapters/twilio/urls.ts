import { type WebhookName, webhookPaths } from './paths.ts';

/** Without this fragment Twilio retries a callback only after a failed connection. It is not sent with the request. */
const retryFragment = '#rc=3&rp=5xx,ct,rt';

export interface CallbackUrls {
  forCall(name: WebhookName, callId: string): string;
  /** Requested when this session of the call is over. */
  afterSession(name: 'relayDone' | 'streamDone', callId: string, session: number): string;
  forNumber(name: 'inbound' | 'fallback' | 'status'): string;
}

export function callbackUrls(publicUrl: string): CallbackUrls {
  const fragment = (name: WebhookName) => (name === 'status' || name === 'amd' ? retryFragment : '');
  return {
    forCall: (name, callId) => `${publicUrl}${webhookPaths[name]}?call=${callId}${fragment(name)}`,
    afterSession: (name, callId, session) =>
      `${publicUrl}${webhookPaths[name]}?call=${callId}&session=${session}`,
    forNumber: (name) => `${publicUrl}${webhookPaths[name]}${fragment(name)}`,
  };
}
