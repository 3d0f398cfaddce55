import type { Method } from './webhook/target.ts';

/** A number of the account and what happens when it is called. */
export interface NumberRecord {
  sid: string;
  phoneNumber: string;
  friendlyName: string;
  voiceUrl: string;
  voiceMethod: Method;
  voiceFallbackUrl: string;
  voiceFallbackMethod: Method;
  statusCallback: string;
  statusCallbackMethod: Method;
  voiceCallerIdLookup: boolean;
  /** Whether it can make and take calls; absent means yes. */
  voice?: boolean;
  /** Whether it can send and take text messages; absent means yes. */
  sms?: boolean;
  /** How the carrier vouches for it on outbound calls; absent or null: it does not say. */
  stirStatus?: 'A' | 'B' | 'C' | null;
  /** Where one is set, calls go to it and not to the voice URL. */
  voiceApplicationSid?: string;
  trunkSid?: string;
  smsUrl: string;
  smsMethod: Method;
  smsFallbackUrl: string;
  smsFallbackMethod: Method;
  /** Bought or released over the API; absent for numbers configured at the start. */
  standing?: 'bought' | 'released';
  createdAt: number;
  updatedAt: number;
}
