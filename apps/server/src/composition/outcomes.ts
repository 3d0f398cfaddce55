import { createAgentStore } from '../adapters/postgres/agent-store.ts';
import { createCallStore } from '../adapters/postgres/call-store.ts';
import type { Database } from '../adapters/postgres/database.ts';
import { createOutcomeStore } from '../adapters/postgres/outcomes/store.ts';
import { createToolCalls } from '../adapters/postgres/tool-calls.ts';
import { createTranscriptStore } from '../adapters/postgres/transcript-store.ts';
import { scriptedExtractor } from '../adapters/scripted-agent/outcomes/extract.ts';
import { type CallTimes, callTimes } from '../features/calls/call-times.ts';
import { createNewFollowUps } from '../features/follow-ups/new-follow-ups.ts';
import { type OutcomeEndpoints, outcomeEndpoints } from '../features/outcomes/endpoints.ts';
import {
  createGiveUpJob,
  createOutcomeJob,
  givenUpQueue,
  outcomeQueue,
} from '../features/outcomes/outcome-job.ts';
import { createOutcomeStep } from '../features/outcomes/outcome-step.ts';
import type { AfterCallStep } from '../ports/after-call.ts';
import type { CallTokens } from '../ports/call-costs.ts';
import { type Clock, wallClock } from '../ports/clock.ts';
import type { JobSender, JobWorkers } from '../ports/jobs.ts';
import type { Log } from '../ports/log.ts';
import type { Organizations } from '../ports/organization-store.ts';
import { plainOutcomeOf } from '../voice/summary/outcome.ts';
import type { VoiceSources } from './voice-sources.ts';

export interface OutcomesDeps {
  readonly database: Database;
  readonly jobs: JobSender & JobWorkers;
  readonly organizations: Organizations;
  readonly extractorFor: VoiceSources['extractorFor'];
  readonly callTokens: Pick<CallTokens, 'add'>;
  readonly times?: CallTimes;
  readonly clock?: Clock;
  readonly log: Log;
}

export interface Outcomes {
  readonly endpoints: OutcomeEndpoints;
  /** What is done with a call that is over. */
  readonly step: AfterCallStep;
  /** From then on this server takes part in asking models. */
  start(): Promise<void>;
}

export function openOutcomes(deps: OutcomesDeps): Outcomes {
  const { database, jobs, organizations, extractorFor, log, clock = wallClock, times = callTimes } = deps;
  const store = createOutcomeStore(database, jobs);
  const parts = {
    ...{ store, organizations, extractorFor, log },
    agents: createAgentStore(database),
    transcripts: createTranscriptStore(database),
    newFollowUps: createNewFollowUps(organizations),
    toolCalls: createToolCalls(database),
    sentenceOf: plainOutcomeOf,
  };
  const job = createOutcomeJob({
    ...parts,
    calls: createCallStore(database, jobs),
    rules: scriptedExtractor,
    callTokens: deps.callTokens,
    modelMs: times.summary,
    clock,
  });
  return {
    endpoints: outcomeEndpoints(store),
    step: createOutcomeStep(parts),
    start: async () => {
      await jobs.work(outcomeQueue, job);
      await jobs.work(givenUpQueue, createGiveUpJob(store, log));
    },
  };
}
