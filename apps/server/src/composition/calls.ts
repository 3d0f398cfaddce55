import { createAgentStore } from '../adapters/postgres/agent-store.ts';
import { createCallAdmission } from '../adapters/postgres/call-admission.ts';
import { createCallStore } from '../adapters/postgres/call-store.ts';
import type { Database } from '../adapters/postgres/database.ts';
import { createDoNotCallList } from '../adapters/postgres/do-not-call-list.ts';
import { createExclusiveWork } from '../adapters/postgres/exclusive-work.ts';
import { createInboundAdmission } from '../adapters/postgres/inbound-admission.ts';
import { createLiveFeed } from '../adapters/postgres/live-feed.ts';
import type { NoticeConnection } from '../adapters/postgres/notice-connection.ts';
import { createStreamTokens } from '../adapters/postgres/stream-tokens.ts';
import { createTranscriptStore } from '../adapters/postgres/transcript-store.ts';
import { createUnfinishedCalls } from '../adapters/postgres/unfinished-calls.ts';
import { defaultTenant } from '../features/access/tenant.ts';
import { assignNumbers } from '../features/agents/assign-numbers.ts';
import { agentEndpoints } from '../features/agents/endpoints.ts';
import { createEnsureTenant, type EnsureTenant } from '../features/agents/tenants.ts';
import type { CallRules } from '../features/calls/call-rules.ts';
import type { CallTimes } from '../features/calls/call-times.ts';
import { type CallPorts, composeCalls } from '../features/calls/compose.ts';
import { countriesOfCaller, createCountryGuard } from '../features/calls/country-guard.ts';
import { createNumberGuard } from '../features/calls/number-type-guard.ts';
import { summaryQueue } from '../features/calls/voice/summary-job.ts';
import { liveEndpoints } from '../features/live/endpoints.ts';
import { LiveHub } from '../features/live/hub.ts';
import type { SocketHandlers } from '../http/sockets.ts';
import type { WebhookHandlers } from '../ports/carrier-wire.ts';
import { type Clock, wallClock } from '../ports/clock.ts';
import type { Endpoints } from '../ports/endpoint.ts';
import type { JobSender, JobWorkers } from '../ports/jobs.ts';
import type { Log } from '../ports/log.ts';
import type { ResolvedConfig } from './resolve-carrier.ts';
import type { Shutdown } from './shutdown.ts';
import { pointSandboxNumbers, type Telephony } from './telephony.ts';
import { canRead, canSpeak, languageModelsOf, speechEngineOf, summarizerOf } from './voice-providers.ts';

/** Replacements for tests; the product sets none of them. */
export interface CallTestOverrides {
  /** A clock that the server shares with the phone-lab. */
  readonly clock?: Clock;
  readonly times?: CallTimes;
  /** How many times faster than real time conversations run, to match the speed of the phone-lab. */
  readonly voiceSpeed?: number;
  readonly around?: (ports: CallPorts) => CallPorts;
}

export interface Calls {
  readonly endpoints: Pick<
    Endpoints,
    'listAgents' | 'placeCall' | 'listCalls' | 'getCall' | 'deleteCall' | 'endCall' | 'events'
  >;
  readonly webhooks: WebhookHandlers;
  readonly sockets: SocketHandlers;
  readonly ensureTenant: EnsureTenant;
  /** To be called before the server listens, so that a page misses no change from the time it opens. */
  listenForChanges(): Promise<void>;
  /** To be called when the server listens: the carrier may send webhooks at once. */
  start(): Promise<void>;
}

/** Connects the calls feature to the database and the carrier. */
export function openCalls(
  config: ResolvedConfig,
  database: Database,
  notices: NoticeConnection,
  jobs: JobSender & JobWorkers,
  telephony: Telephony,
  log: Log,
  shutdown: Shutdown,
  testOverrides: CallTestOverrides = {},
): Calls {
  const clock = testOverrides.clock ?? wallClock;
  const agents = createAgentStore(database);
  const ensureTenant = createEnsureTenant(agents, { [defaultTenant()]: 'GS Dental' });
  const ports: CallPorts = {
    store: createCallStore(database, jobs),
    unfinished: createUnfinishedCalls(database, telephony.carrier),
    admission: createCallAdmission(database),
    inbound: createInboundAdmission(database),
    agents,
    carrier: telephony.carrier,
    wire: telephony.wire,
    exclusive: createExclusiveWork(database),
    transcripts: createTranscriptStore(database),
    tokens: createStreamTokens(database),
    doNotCall: createDoNotCallList(database),
    voiceProviders: {
      modelFor: languageModelsOf(config),
      speechEngine: speechEngineOf(config, log, clock),
      timeZone: config.timeZone,
      speed: testOverrides.voiceSpeed ?? 1,
    },
    summarizer: summarizerOf(config),
    clock,
    log,
  };
  // In a shared database an agent may have a number of another carrier. The sandbox cannot use it as a caller id.
  const sandboxNumbers = new Set([telephony.mainNumber]);
  const calls = composeCalls(
    testOverrides.around?.(ports) ?? ports,
    rulesOf(config, telephony, sandboxNumbers, shutdown),
    testOverrides.times ? { times: testOverrides.times } : {},
  );
  // Registered before the web server, so that it stops after it: until then webhooks may add work.
  shutdown.add('reconciler and background tasks', () => calls.stop());
  const hub = new LiveHub({ feed: createLiveFeed(database, notices), clock, log });
  return {
    endpoints: {
      ...agentEndpoints(agents, config.voice.engine),
      ...calls.endpoints,
      ...liveEndpoints(hub),
    },
    webhooks: calls.webhooks,
    sockets: calls.voiceSockets,
    ensureTenant,
    listenForChanges: async () => {
      await hub.start();
      shutdown.add('live events', () => hub.stop());
    },
    start: async () => {
      await ensureTenant(defaultTenant());
      const numbers = await pointSandboxNumbers(telephony, log);
      for (const number of numbers) sandboxNumbers.add(number);
      await assignNumbers(agents, {
        tenantId: defaultTenant(),
        main: telephony.mainNumber,
        others: numbers.filter((number) => number !== telephony.mainNumber),
        sandbox: telephony.sandbox !== null,
      });
      await jobs.work(summaryQueue, calls.writeSummary);
      calls.start();
      // Stops first: everything that live conversations need stays up meanwhile.
      shutdown.add('conversations', () => calls.sessions.drain(config.drainSeconds * 1000, clock));
    },
  };
}

function rulesOf(
  config: ResolvedConfig,
  { mainNumber, sandbox }: Telephony,
  sandboxNumbers: ReadonlySet<string>,
  shutdown: Shutdown,
): CallRules {
  const { allowedCountries, specialNumbers, callsPerMinute, callsPerDay, deployment, maxCallMinutes } =
    config.limits;
  const guardCountry = createCountryGuard(
    allowedCountries ?? (sandbox ? 'any' : countriesOfCaller(mainNumber)),
  );
  const isCallerId = (number: string) => sandbox === null || sandboxNumbers.has(number);
  return {
    callerIdOf: (number) => (number !== null && isCallerId(number) ? number : mainNumber),
    defaultEngine: config.voice.engine,
    defaultTenant: defaultTenant(),
    maxSeconds: maxCallMinutes * 60,
    limits: { perMinute: callsPerMinute, perDay: callsPerDay, deployment },
    inboundLimits: config.limits.inbound,
    guardNumber: sandbox ? guardCountry : createNumberGuard(specialNumbers, guardCountry),
    canSpeak: (engine) => canSpeak(config, engine),
    canRead: (engine, instructions) => canRead(config, engine, instructions),
    draining: () => shutdown.started,
  };
}
