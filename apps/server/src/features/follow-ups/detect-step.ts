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
import { type ToolCheck, toolFollowUps } from './tool-follow-ups.ts';
import { unannouncedChanges } from './unannounced-changes.ts';

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
    const { material, unannounced } = await readCall(deps, call);
    const detected = await deps.newFollowUps(call, deps.detector.detect(material));
    await deps.work.add([...detected, ...(await toolFollowUps(deps.newFollowUps, call, unannounced))]);
  };
}

interface ReadCall {
  readonly material: OutcomeMaterial & CallFacts;
  readonly unannounced: readonly ToolCheck[];
}

async function readCall(deps: DetectStepDeps, call: CallRecord): Promise<ReadCall> {
  const key = { tenantId: call.tenantId, callId: call.id };
  const [agent, { timeZone }, transcript, { changes, toolSentences, ...facts }] = await Promise.all([
    deps.agents.forCall(call),
    deps.organizations.of(call.tenantId),
    deps.transcripts.read(key),
    deps.work.factsOf(key),
  ]);
  return {
    unannounced: unannouncedChanges(changes, transcript, agent?.config ?? null, toolSentences),
    material: {
      ...facts,
      transferFailed:
        facts.transferFailed ||
        transcript.some(({ speaker, message }) => speaker === 'system' && message === notTransferredNote),
      ...summaryMaterialOf(call, agent, timeZone, transcript),
      fields: [],
      language: agent?.language ?? 'en',
    },
  };
}
