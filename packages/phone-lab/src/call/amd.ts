import type { Callee } from '../callee/callee.ts';
import type { DetectionPlan } from './plan.ts';

export interface Verdict {
  answeredBy: string;
  /** Lab milliseconds from the answer to the verdict. */
  afterMs: number;
}

/** A spoken "hello" takes about this long. */
const helloMs = 600;
const faxToneMs = 2_000;

/** What the detector makes of whoever answered, and when. */
export function detect(plan: DetectionPlan, callee: Pick<Callee, 'nature' | 'greetingMs'>): Verdict {
  const verdict = undisturbed(plan, callee);
  return verdict.afterMs > plan.timeoutMs ? { answeredBy: 'unknown', afterMs: plan.timeoutMs } : verdict;
}

function undisturbed(plan: DetectionPlan, callee: Pick<Callee, 'nature' | 'greetingMs'>): Verdict {
  switch (callee.nature) {
    case 'human':
      return { answeredBy: 'human', afterMs: helloMs + plan.speechEndThresholdMs };
    case 'silent':
      return { answeredBy: 'unknown', afterMs: plan.silenceTimeoutMs };
    case 'fax':
      return { answeredBy: 'fax', afterMs: faxToneMs };
    case 'machine':
      return plan.mode === 'Enable'
        ? { answeredBy: 'machine_start', afterMs: plan.speechThresholdMs + 200 }
        : { answeredBy: 'machine_end_beep', afterMs: callee.greetingMs };
  }
}
