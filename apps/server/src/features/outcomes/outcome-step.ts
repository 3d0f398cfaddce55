import type { OutboxEvent } from '@parley/contract';
import { otherPartyResponded } from '../../lib/other-party.ts';
import type { AfterCallStep } from '../../ports/after-call.ts';
import type { CallRecord } from '../../ports/call.ts';
import type { OutcomeExtractor, OutcomeStore } from '../../ports/outcomes.ts';
import { type FillDeps, fillByRules, materialOf, storeNothing } from './fill-outcome.ts';

export interface OutcomeStepDeps extends FillDeps {
  readonly store: Pick<OutcomeStore, 'begin' | 'save' | 'fail' | 'fieldsFor'>;
  /** By the source that has spoken. */
  readonly extractorFor: (call: CallRecord) => OutcomeExtractor;
}

/** Reads the outcome of a call that is over: by rules at once, or by sending the job that asks a model (OC3, OC11). */
export function createOutcomeStep(deps: OutcomeStepDeps): AfterCallStep {
  return async (call, event, signal) => {
    const run = runOf(call, event);
    // One that was deleted may be brought back.
    if (run === null || call.mode === 'try') return;
    const isSpoken = call.answeredAt !== null && call.agentId !== null;
    if (!isSpoken && event.type === 'call.ended') return;
    const extractor = deps.extractorFor(call);
    const material = await materialOf(deps, call, run);
    if (!isSpoken || !otherPartyResponded(material)) {
      // Somebody who asks for it waits for an end.
      if (event.type === 'outcome.requested')
        await storeNothing(deps, call, run, material.fields, material.timeZone);
      return;
    }
    if (extractor.name === 'rules') await fillByRules(deps, call, run, material, extractor, signal);
    else await deps.store.begin({ tenantId: call.tenantId, callId: call.id }, run);
  };
}

/** Null: the event asks for nothing that is not done or under way. */
function runOf(call: CallRecord, event: OutboxEvent): number | null {
  if (event.type === 'call.ended') return call.outcomeState === 'none' ? call.outcomeRun : null;
  return event.type === 'outcome.requested' && event.run === call.outcomeRun ? event.run : null;
}
