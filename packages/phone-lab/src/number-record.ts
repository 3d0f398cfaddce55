import type { Method } from './webhook/target.ts';

/** One of the account's own numbers and what happens when it is called. */
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
  smsUrl: string;
  smsMethod: Method;
  smsFallbackUrl: string;
  smsFallbackMethod: Method;
  /** Got over the API rather than at the start, or given back over it. */
  standing?: 'bought' | 'released';
  createdAt: number;
  updatedAt: number;
}
