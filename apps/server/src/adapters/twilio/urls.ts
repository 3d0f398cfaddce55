import { type SocketName, socketPath, type WebhookName, webhookPath } from './paths.ts';

/** Without this fragment Twilio retries a callback only after a failed connection. It is not sent with the request. */
const retryFragment = '#rc=3&rp=5xx,ct,rt';

export interface CallbackUrls {
  forCall(name: WebhookName, callId: string): string;
  /**
   * Requested when this session of the call is over, or about the hand-over that it has ended with; with `consent` about the
   * question of this number.
   */
  afterSession(
    name: 'relayDone' | 'streamDone' | 'briefing' | 'takeCall' | 'handOverDone' | 'consent',
    callId: string,
    session: number,
  ): string;
  /** Requested with each report about a text message of this call. */
  forText(callId: string, textId: string): string;
  forNumber(name: 'inbound' | 'fallback' | 'status' | 'text'): string;
  socket(name: SocketName): string;
}

/** What a number is set to whose calls come here. */
export function numberWebhooks(urls: CallbackUrls) {
  return {
    voiceUrl: urls.forNumber('inbound'),
    voiceMethod: 'POST',
    voiceFallbackUrl: urls.forNumber('fallback'),
    voiceFallbackMethod: 'POST',
    statusCallback: urls.forNumber('status'),
    statusCallbackMethod: 'POST',
  };
}

export function callbackUrls(publicUrl: string, connectionId: string | null): CallbackUrls {
  const retried: ReadonlySet<WebhookName> = new Set(['status', 'amd', 'textReport', 'recording']);
  const fragment = (name: WebhookName) => (retried.has(name) ? retryFragment : '');
  const webhook = (name: WebhookName) => publicUrl + webhookPath(name, connectionId);
  return {
    forCall: (name, callId) => `${webhook(name)}?call=${callId}${fragment(name)}`,
    afterSession: (name, callId, session) => `${webhook(name)}?call=${callId}&session=${session}`,
    forText: (callId, textId) =>
      `${webhook('textReport')}?call=${callId}&text=${textId}${fragment('textReport')}`,
    forNumber: (name) => `${webhook(name)}${fragment(name)}`,
    socket: (name) => publicUrl.replace(/^http/, 'ws') + socketPath(name, connectionId),
  };
}
