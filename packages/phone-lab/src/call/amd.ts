import type { Callee } from '../callee/callee.ts';
import type { Params } from '../webhook/signature.ts';
import type { Leg } from './leg.ts';
import type { DetectionPlan } from './plan.ts';

export interface DetectionResult {
  answeredBy: string;
  /** Lab milliseconds from the answer to the result. */
  afterMs: number;
}

type DetectedCallee = Pick<Callee, 'nature' | 'greetingMs' | 'greetingEnd'>;

/** A spoken "hello" takes about this long. */
const helloMs = 600;
const faxToneMs = 2_000;

/** Who answered, as machine detection reports it, and when. */
export function detect(plan: DetectionPlan, callee: DetectedCallee): DetectionResult {
  const result = withoutTimeout(plan, callee);
  return result.afterMs > plan.timeoutMs ? { answeredBy: 'unknown', afterMs: plan.timeoutMs } : result;
}

function withoutTimeout(plan: DetectionPlan, callee: DetectedCallee): DetectionResult {
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
        : {
            answeredBy: `machine_end_${callee.greetingEnd}`,
            // Without a beep only the silence after it shows that the greeting is over.
            afterMs: callee.greetingMs + (callee.greetingEnd === 'beep' ? 0 : plan.speechEndThresholdMs),
          };
  }
}

export function detectionParams({ answeredBy, afterMs }: DetectionResult): Record<string, string> {
  return { AnsweredBy: answeredBy, MachineDetectionDuration: String(Math.round(afterMs)) };
}

/** Reports the result of asynchronous detection to its callback. */
export function sendDetectionCallback(call: Leg, { callback }: DetectionPlan, result: Params): void {
  if (!callback) {
    call.problem('warning', 21262, 'Machine detection is on without a callback.');
    return;
  }
  const { account, callbacks } = call.carrier;
  callbacks.send({
    callSid: call.sid,
    purpose: 'amd',
    event: 'amd',
    to: call.record.to,
    ...callback,
    params: { AccountSid: account.sid, CallSid: call.sid, ...result },
  });
}
