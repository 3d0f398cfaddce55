/** An account at the JSON carrier: a second carrier for tests, with a protocol of its own. */
export interface JsonCarrierAccount {
  readonly id: string;
  /** Authenticates our requests, and signs those of the carrier. */
  readonly secret: string;
  readonly apiUrl: string;
}

export const carrierName = 'json-carrier';

export const paths = {
  events: '/webhooks/json-carrier',
  text: '/voice/json-carrier/text',
  audio: '/voice/json-carrier/audio',
} as const;

/** The carrier's ids are only unique within an account. */
export function sidOf({ id }: Pick<JsonCarrierAccount, 'id'>, callId: string): string {
  return `${carrierName}:${id}:${callId}`;
}

/** The carrier's own id; null for a sid of another account. */
export function callIdOf(account: Pick<JsonCarrierAccount, 'id'>, sid: string): string | null {
  const prefix = sidOf(account, '');
  return sid.startsWith(prefix) ? sid.slice(prefix.length) : null;
}
