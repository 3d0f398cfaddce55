import type { NumberRecord } from '../number-record.ts';
import { barePlan, type CallPlan } from './plan.ts';

/** What happens when a number of the account is called. */
export function inboundPlan(number: NumberRecord): CallPlan {
  const { voiceFallbackUrl, statusCallback } = number;
  return {
    ...barePlan({ url: number.voiceUrl, method: number.voiceMethod }),
    fallback: voiceFallbackUrl ? { url: voiceFallbackUrl, method: number.voiceFallbackMethod } : null,
    // A number's status callback hears the end of a call and nothing before.
    statusCallback: statusCallback
      ? { url: statusCallback, method: number.statusCallbackMethod, events: new Set(['completed']) }
      : null,
  };
}
