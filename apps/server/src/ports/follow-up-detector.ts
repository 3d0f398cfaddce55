import type { CallRecord } from './call.ts';
import type { CallFacts, DetectedFollowUp } from './follow-ups.ts';
import type { OutcomeMaterial } from './outcomes.ts';

/** Finds in a call what somebody has to do. Pure: the same call gives the same. */
export interface FollowUpDetector {
  detect(material: OutcomeMaterial & CallFacts): DetectedFollowUp[];
  /** Whether a person was spoken with, not a machine and not somebody else. */
  reached(call: CallRecord, transcript: OutcomeMaterial['transcript']): boolean;
}
