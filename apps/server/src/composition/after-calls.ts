import { createAgentStore } from '../adapters/postgres/agent-store.ts';
import { createCallStore } from '../adapters/postgres/call-store.ts';
import type { Database } from '../adapters/postgres/database.ts';
import { createUrgentMails } from '../adapters/postgres/follow-ups/mails.ts';
import { createDeskPeople } from '../adapters/postgres/follow-ups/people.ts';
import { createFollowUpStore } from '../adapters/postgres/follow-ups/store.ts';
import { createFollowUpWork } from '../adapters/postgres/follow-ups/work.ts';
import { createStreamTokens } from '../adapters/postgres/stream-tokens.ts';
import { createTranscriptStore } from '../adapters/postgres/transcript-store.ts';
import { scriptedDetector } from '../adapters/scripted-agent/follow-ups/detect.ts';
import { type CallTimes, callTimes } from '../features/calls/call-times.ts';
import { namedFollowUps } from '../features/contacts/named-calls.ts';
import { createAfterCall } from '../features/follow-ups/after-call.ts';
import { createCallBack, type Named } from '../features/follow-ups/call-back.ts';
import { createCloseByCall } from '../features/follow-ups/close-by-call.ts';
import { createDetectStep } from '../features/follow-ups/detect-step.ts';
import { type FollowUpEndpoints, followUpEndpoints } from '../features/follow-ups/endpoints.ts';
import { createNewFollowUps, type NewFollowUpsOf } from '../features/follow-ups/new-follow-ups.ts';
import { createSystemFollowUps } from '../features/follow-ups/system-follow-ups.ts';
import { createUrgentMail } from '../features/follow-ups/urgent-mail.ts';
import type { AfterCallStep } from '../ports/after-call.ts';
import { type Clock, wallClock } from '../ports/clock.ts';
import type { KnownNames } from '../ports/contacts.ts';
import type { JobSender } from '../ports/jobs.ts';
import type { Log } from '../ports/log.ts';
import type { Mailers } from '../ports/mail.ts';
import type { Organizations } from '../ports/organization-store.ts';
import type { OutboxConsumers } from '../ports/outbox.ts';

export interface AfterCallsDeps {
  readonly database: Database;
  readonly jobs: JobSender;
  readonly outbox: OutboxConsumers;
  readonly organizations: Organizations;
  readonly mailers: Mailers;
  readonly names: KnownNames;
  /** Where people open the app; mail links to it. */
  readonly webOrigin: string;
  /** What is done with a call that is over before its follow-ups are looked for. */
  readonly stepsBefore?: (newFollowUps: NewFollowUpsOf) => readonly AfterCallStep[];
  readonly times?: CallTimes;
  readonly clock?: Clock;
  readonly log: Log;
}

export interface AfterCalls {
  readonly endpoints: FollowUpEndpoints;
  /** From then on this server takes part in what is done after calls. */
  start(): Promise<void>;
}

/** What is done once a call is over, and the inbox that it fills. */
export function openAfterCalls(deps: AfterCallsDeps): AfterCalls {
  const { database, organizations, mailers, log, clock = wallClock, times = callTimes } = deps;
  const calls = createCallStore(database, deps.jobs);
  const agents = createAgentStore(database);
  const transcripts = createTranscriptStore(database);
  const store = createFollowUpStore(database);
  const work = createFollowUpWork(database);
  const detector = scriptedDetector;
  const newFollowUps = createNewFollowUps(organizations);
  const named: Named = (tenantId, followUps) => namedFollowUps(deps.names, tenantId, followUps);
  const detect = createDetectStep({ work, detector, newFollowUps, agents, organizations, transcripts });
  const consumer = createAfterCall({
    store: calls,
    tokens: createStreamTokens(database),
    system: createSystemFollowUps(work, organizations),
    urgentMail: createUrgentMail({
      mails: createUrgentMails(database),
      ...{ mailers, webOrigin: deps.webOrigin, clock, log },
    }),
    steps: [
      ...(deps.stepsBefore?.(newFollowUps) ?? []),
      detect,
      createCloseByCall({ work, detector, organizations, transcripts, clock }),
    ],
    detect,
    clock,
    settleMs: times.settle,
    settlePollMs: times.settlePoll,
  });
  return {
    endpoints: followUpEndpoints({
      ...{ store, named, organizations, mailers, clock },
      people: createDeskPeople(database),
      callBack: createCallBack({ store, calls, agents, organizations, named }),
    }),
    start: () => deps.outbox.consume(consumer),
  };
}
