import { notTransferredNote } from '@parley/contract';
import type { AfterCallStep } from '../../ports/after-call.ts';
import type { AgentStore } from '../../ports/agent-store.ts';
import type { CallRecord } from '../../ports/call.ts';
import type { FollowUpDetector } from '../../ports/follow-up-detector.ts';
import type { CallFacts, FollowUpWork } from '../../ports/follow-ups.ts';
import type { Organizations } from '../../ports/organization-store.ts';
import type { OutcomeMaterial } from '../../ports/outcomes.ts';
import type { TranscriptStore } from '../../ports/transcript-store.ts';
import { summaryMaterialOf } from '../../ports/voice-summary.ts';
import type { NewFollowUpsOf } from './new-follow-ups.ts';

export interface DetectStepDeps {
  readonly work: Pick<FollowUpWork, 'factsOf' | 'add'>;
  readonly detector: FollowUpDetector;
  readonly newFollowUps: NewFollowUpsOf;
  readonly agents: Pick<AgentStore, 'forCall'>;
  readonly organizations: Organizations;
  readonly transcripts: Pick<TranscriptStore, 'read'>;
}

/** Finds by rules what every call leaves to do, at once and whatever else reads it later (FU1). */
export function createDetectStep(deps: DetectStepDeps): AfterCallStep {
  return async (call, event) => {
    if (event.type === 'outcome.requested' || call.answeredAt === null) return;
    const detected = deps.detector.detect(await materialOf(deps, call));
    await deps.work.add(await deps.newFollowUps(call, detected));
  };
}

async function materialOf(deps: DetectStepDeps, call: CallRecord): Promise<OutcomeMaterial & CallFacts> {
  const key = { tenantId: call.tenantId, callId: call.id };
  const [agent, { timeZone }, transcript, facts] = await Promise.all([
    deps.agents.forCall(call),
    deps.organizations.of(call.tenantId),
    deps.transcripts.read(key),
    deps.work.factsOf(key),
  ]);
  return {
    ...facts,
    transferFailed:
      facts.transferFailed ||
      transcript.some(({ speaker, message }) => speaker === 'system' && message === notTransferredNote),
    ...summaryMaterialOf(call, agent, timeZone, transcript),
    fields: [],
    language: agent?.language ?? 'en',
  };
}
