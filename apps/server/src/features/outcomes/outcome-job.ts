import { isTerminal } from '@parley/contract';
import type { QueueName } from '../../jobs/queues.ts';
import type { CallTokens } from '../../ports/call-costs.ts';
import type { CallStore } from '../../ports/call-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { JobHandler } from '../../ports/jobs.ts';
import type { ReportedTokens } from '../../ports/language-model.ts';
import type { Log } from '../../ports/log.ts';
import type { OutcomeExtractor, OutcomeStore } from '../../ports/outcomes.ts';
import { fillByRules, fillOutcome, materialOf } from './fill-outcome.ts';
import type { OutcomeStepDeps } from './outcome-step.ts';

export const outcomeQueue: QueueName = 'call-outcome';
export const givenUpQueue: QueueName = 'call-outcome-given-up';

/** The job has used up its retries: somebody who looks at the call is told, and can ask for it again. */
export function createGiveUpJob(store: Pick<OutcomeStore, 'fail'>, log: Log): JobHandler {
  return async ({ tenantId, callId, run }) => {
    log.warn(
      { callId },
      'the outcome of a call could not be read after many tries; it can be asked for again',
    );
    await store.fail({ tenantId: String(tenantId), callId: String(callId) }, Number(run));
  };
}

export interface OutcomeJobDeps extends Omit<OutcomeStepDeps, 'store'> {
  readonly store: Pick<OutcomeStore, 'save' | 'fail' | 'fieldsFor'>;
  readonly calls: Pick<CallStore, 'find'>;
  /** What reads where the model cannot be asked. */
  readonly rules: OutcomeExtractor;
  readonly callTokens: Pick<CallTokens, 'add'>;
  /** How long a model may take. */
  readonly modelMs: number;
  readonly clock: Clock;
}

/** Has a model read an outcome. Run twice, or again by another server, it stores one: the run decides. */
export function createOutcomeJob(deps: OutcomeJobDeps): JobHandler {
  return async ({ callId, run: asked }, { signal, useFallback }) => {
    const call = await deps.calls.find({ id: String(callId) });
    const run = Number(asked);
    if (!call || call.mode === 'try' || !isTerminal(call.status) || call.outcomeRun !== run) return;
    if (call.outcome !== null && call.outcome.run >= run) return;
    const material = await materialOf(deps, call, run);
    try {
      await withTimeout((limited) =>
        fillOutcome(deps, call, run, material, deps.extractorFor(call), limited, count),
      );
    } catch (err) {
      if (!useFallback) throw err;
      deps.log.warn(
        { err, callId: call.id },
        'the model could not read an outcome; it is read by rules instead',
      );
      // The rules understand English alone: of another language they would read nothing and call that a result.
      if (material.language.startsWith('en'))
        await fillByRules(deps, call, run, material, deps.rules, signal);
      else await deps.store.fail({ tenantId: call.tenantId, callId: call.id }, run);
    }

    /** Waited for by nobody: what a reading has cost is no reason to read again. */
    function count(tokens: ReportedTokens): void {
      const key = { tenantId: String(call?.tenantId), callId: String(callId) };
      void deps.callTokens
        .add(key, 'outcome', tokens)
        .catch((err: unknown) =>
          deps.log.warn({ err, callId }, 'model tokens of an outcome not stored; cost is too low'),
        );
    }

    /** A model that never answers must not hold the job until it expires. */
    async function withTimeout(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
      const late = new AbortController();
      const stop = deps.clock.after(deps.modelMs, () => late.abort(new Error('The model took too long.')));
      try {
        await work(AbortSignal.any([signal, late.signal]));
      } finally {
        stop();
      }
    }
  };
}
