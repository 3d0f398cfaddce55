import type { NumberRecord } from '../number-record.ts';
import { barePlan, type CallPlan } from './plan.ts';

/** The plan of a call to a number of the account. */
export function inboundPlan(number: NumberRecord): CallPlan {
  const { voiceFallbackUrl, statusCallback } = number;
  return {
    ...barePlan({ url: number.voiceUrl, method: number.voiceMethod }),
    fallback: voiceFallbackUrl ? { url: voiceFallbackUrl, method: number.voiceFallbackMethod } : null,
    // The status callback of a number gets the completed event only.
    statusCallback: statusCallback
      ? { url: statusCallback, method: number.statusCallbackMethod, events: new Set(['completed']) }
      : null,
  };
}
