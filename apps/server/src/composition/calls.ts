import { createAgentStore } from '../adapters/postgres/agent-store.ts';
import { createAgentEditor } from '../adapters/postgres/agents/agent-editor.ts';
import { createNumberStore } from '../adapters/postgres/agents/number-store.ts';
import { createCallAdmission } from '../adapters/postgres/call-admission.ts';
import { createCallStore } from '../adapters/postgres/call-store.ts';
import type { Database } from '../adapters/postgres/database.ts';
import { createDoNotCallList } from '../adapters/postgres/do-not-call/list.ts';
import { createExclusiveWork } from '../adapters/postgres/exclusive-work.ts';
import { createHandOvers } from '../adapters/postgres/hand-overs.ts';
import { createInboundAdmission } from '../adapters/postgres/inbound-admission.ts';
import { createLiveFeed } from '../adapters/postgres/live-feed.ts';
import type { NoticeConnection } from '../adapters/postgres/notice-connection.ts';
import { createSessionCommands } from '../adapters/postgres/session-commands.ts';
import { createSessionDirectory } from '../adapters/postgres/session-directory.ts';
import { createStreamTokens } from '../adapters/postgres/stream-tokens.ts';
import { createTemplateStore } from '../adapters/postgres/template-store.ts';
import { createToolStore } from '../adapters/postgres/tools/http-tools.ts';
import { createMcpServerStore } from '../adapters/postgres/tools/mcp-servers.ts';
import { createTranscriptStore } from '../adapters/postgres/transcript-store.ts';
import { createTryStore } from '../adapters/postgres/try-store.ts';
import { createUnfinishedCalls } from '../adapters/postgres/unfinished-calls.ts';
import { defaultTenant } from '../features/access/tenant.ts';
import { type AgentEndpoints, agentEndpoints } from '../features/agents/endpoints.ts';
import { publishProblems } from '../features/agents/publish-problems.ts';
import { registerNumbers } from '../features/agents/register-numbers.ts';
import { createEnsureTenant, type EnsureTenant } from '../features/agents/tenants.ts';
import { createCallIds } from '../features/calls/call-ids.ts';
import type { CallTimes } from '../features/calls/call-times.ts';
import { Carriers } from '../features/calls/carriers.ts';
import { type CallPorts, composeCalls } from '../features/calls/compose.ts';
import { createCallEndpoint } from '../features/calls/create-call.ts';
import type { ManualCallPriority } from '../features/calls/manual-call-priority.ts';
import type { RepeatedCall } from '../features/calls/repeated-call.ts';
import type { TryEndpoints } from '../features/calls/tries/try-endpoints.ts';
import type { NoteInTranscript } from '../features/calls/voice/note-in-transcript.ts';
import { summaryQueue } from '../features/calls/voice/summary-job.ts';
import { sideOf } from '../features/connections/decide-calling.ts';
import type { KnowledgeEndpoints } from '../features/knowledge/endpoints.ts';
import { liveEndpoints } from '../features/live/endpoints.ts';
import { EventStream } from '../features/live/event-stream.ts';
import { LiveHub } from '../features/live/hub.ts';
import type { CallTokens } from '../ports/call-costs.ts';
import type { CallStore } from '../ports/call-store.ts';
import type { CampaignCalls } from '../ports/campaign-runs.ts';
import type { SocketHandler, WebhookHandler } from '../ports/carrier-connection.ts';
import { type Clock, wallClock } from '../ports/clock.ts';
import type { Endpoints } from '../ports/endpoint.ts';
import type { JobSender, JobWorkers } from '../ports/jobs.ts';
import type { Log } from '../ports/log.ts';
import type { NumberDigest } from '../ports/number-digest.ts';
import type { Organizations } from '../ports/organization-store.ts';
import type { CallRecordings, RecordingStore } from '../ports/recordings.ts';
import { builtInTools, ToolRegistry } from '../voice/tools/tool-registry.ts';
import type { ConnectedAccount } from './account-directory.ts';
import { createCallPlans } from './call-plans.ts';
import { callRulesOf } from './call-rules-of.ts';
import { openCallTools } from './call-tools.ts';
import type { CallingFeature } from './calling.ts';
import type { Contacts } from './contacts.ts';
import { openDeskTools } from './desk-tools.ts';
import { openKnowledge } from './knowledge.ts';
import type { Phone } from './phone.ts';
import type { ResolvedConfig } from './resolve-carrier.ts';
import { startSandboxBeside } from './sandbox-beside.ts';
import type { Shutdown } from './shutdown.ts';
import { type MoreAccounts, pointSandboxNumbers, type Telephony } from './telephony.ts';
import { openTexts } from './texts.ts';
import type { ToolParts } from './tools.ts';
import type { VoiceSources } from './voice-sources.ts';
import type { Voices } from './voices.ts';
import type { WebhookTimes } from './webhooks.ts';

/** Replacements for tests; the product sets none of them. */
export interface CallTestOverrides {
  /** A clock that the server shares with the phone-lab. */
  readonly clock?: Clock;
  /** The time at which campaigns call people. */
  readonly campaignClock?: Clock;
  readonly times?: CallTimes;
  readonly webhookTimes?: WebhookTimes;
  /** How many times faster than real time conversations run, to match the speed of the phone-lab. */
  readonly voiceSpeed?: number;
  readonly around?: (ports: CallPorts) => CallPorts;
  readonly aroundRecordings?: (recordings: RecordingStore) => RecordingStore;
  readonly moreAccounts?: MoreAccounts;
}

/** Who makes calls: the accounts, and what is decided about them. */
export interface CallingParts {
  readonly telephony: Telephony;
  readonly phone: Pick<Phone, 'addresses'>;
  readonly calling: Pick<CallingFeature, 'facts' | 'knownFacts'>;
  /** Reads again what is connected. */
  readonly refresh: () => Promise<void>;
}

/** What calls take from the settings of organizations. */
interface OrganizationParts {
  readonly organizations: Organizations;
  readonly ensure: EnsureTenant;
  /** What is kept of numbers that were erased. */
  readonly digestOf: NumberDigest;
  readonly callTokens: CallTokens;
  readonly recordings: CallRecordings;
  readonly manualCalls: ManualCallPriority;
  /** What its tools are found and carried out with. */
  readonly tools: ToolParts;
}

export interface Calls {
  readonly endpoints: AgentEndpoints &
    KnowledgeEndpoints &
    TryEndpoints &
    Pick<
      Endpoints,
      | 'placeCall'
      | 'createCall'
      | 'previewCall'
      | 'listCalls'
      | 'getCall'
      | 'deleteCall'
      | 'restoreCall'
      | 'endCall'
      | 'events'
    >;
  /** What campaigns use of them. */
  readonly forCampaigns: CampaignCalls;
  readonly store: CallStore;
  readonly repeatedCall: RepeatedCall;
  readonly onWebhook: WebhookHandler;
  readonly onSocket: SocketHandler;
  readonly ensureTenant: EnsureTenant;
  readonly noteInTranscript: NoteInTranscript;
  /** To be called before the server listens: a page misses no change from the time it opens, a call finds its agent. */
  listenForChanges(): Promise<void>;
  /** To be called when the server listens: the carrier may send webhooks at once. */
  start(): Promise<void>;
}

/** Connects the calls feature to the database and the carrier. */
export async function openCalls(
  config: ResolvedConfig,
  database: Database,
  notices: NoticeConnection,
  jobs: JobSender & JobWorkers,
  { telephony, phone, calling, refresh }: CallingParts,
  organization: OrganizationParts,
  contacts: Contacts,
  voices: Pick<Voices, keyof VoiceSources | 'onHealth' | 'enginesOf'>,
  log: Log,
  shutdown: Shutdown,
  testOverrides: CallTestOverrides = {},
): Promise<Calls> {
  const clock = testOverrides.clock ?? wallClock;
  const agents = createAgentStore(database);
  const numbers = createNumberStore(database);
  const knowledge = openKnowledge(database, clock, log);
  const desk = openDeskTools(database, jobs, organization.organizations, clock);
  const ensureTenant = createEnsureTenant(agents, organization.ensure, { [defaultTenant()]: 'GS Dental' });
  const plans = createCallPlans({
    directory: telephony.directory,
    addresses: phone.addresses,
    facts: calling.facts,
    knownFacts: calling.knownFacts,
    refresh,
    chosenFor: testOverrides.moreAccounts?.chosenFor,
  });
  const rules = callRulesOf(config, telephony.directory, plans, () => shutdown.started);
  const store = contacts.namedCalls(createCallStore(database, jobs));
  const carriers = new Carriers(() => telephony.directory.carriers());
  const texts = openTexts({
    digestOf: organization.digestOf,
    database,
    store,
    agents,
    carriers,
    rules,
    clock,
    log,
  });
  const ports: CallPorts = {
    store,
    unfinished: createUnfinishedCalls(database),
    admission: createCallAdmission(database, organization.digestOf),
    inbound: createInboundAdmission(database),
    agents,
    organizations: organization.organizations,
    carriers,
    exclusive: createExclusiveWork(database),
    transcripts: createTranscriptStore(database),
    tokens: createStreamTokens(database),
    directory: createSessionDirectory(database),
    commands: createSessionCommands(database, notices),
    doNotCall: createDoNotCallList(database, organization.digestOf),
    handOvers: createHandOvers(database),
    transferFailed: desk.transferFailed,
    receiveText: texts.receiveText,
    takeTextReport: texts.takeTextReport,
    knowledgeSearch: knowledge.search,
    knowledgeQuestions: knowledge.questions,
    tries: createTryStore(database, notices),
    contacts: contacts.store,
    openStream: (settings) => new EventStream({ clock, ...settings }),
    voiceProviders: {
      modelFor: voices.modelFor,
      speechEngineFor: voices.speechEngineFor,
      tools: new ToolRegistry([
        ...builtInTools,
        ...knowledge.tools,
        ...contacts.tools,
        ...desk.tools,
        ...texts.tools,
      ]),
      speed: testOverrides.voiceSpeed ?? 1,
    },
    toolPorts: openCallTools(organization.tools, database, jobs, organization.organizations),
    summarizerFor: voices.summarizerFor,
    callTokens: organization.callTokens,
    recordings: organization.recordings,
    manualCalls: organization.manualCalls,
    clock,
    log,
  };
  const calls = composeCalls(
    testOverrides.around?.(ports) ?? ports,
    rules,
    testOverrides.times ? { times: testOverrides.times } : {},
  );
  // Registered before the web server, so that it stops after it: until then webhooks may add work.
  shutdown.add('reconciler and background tasks', () => calls.stop());
  /** The numbers of an account of the deployment, which the only tenant gets unless somebody decides otherwise. */
  const setUpNumbers = async (account: ConnectedAccount) => {
    const { mainNumber, connection } = account;
    const pointed = await pointSandboxNumbers(account, log);
    const ofDeployment = account === telephony.environment || account === telephony.sandbox();
    if (!ofDeployment) return;
    await registerNumbers(numbers, {
      tenantId: defaultTenant(),
      account: connection.carrier,
      main: mainNumber,
      others: pointed.filter((number) => number !== mainNumber),
    });
  };
  const hub = new LiveHub({ feed: contacts.namedFeed(createLiveFeed(database, notices)), clock, log });
  voices.onHealth((tenantId) => hub.notify(tenantId, { type: 'list.changed', list: 'connections' }));
  return {
    endpoints: {
      ...agentEndpoints({
        agents,
        numbers,
        editor: createAgentEditor(database),
        accounts: (tenantId) => telephony.directory.carriersFor(tenantId),
        accountOf: (tenantId) => plans.carrierOf(tenantId),
        engines: (tenantId) => voices.enginesOf(tenantId, sideOf(calling.knownFacts(tenantId))),
        organizations: organization.organizations,
        publishProblems: publishProblems(createToolStore(database), createMcpServerStore(database)),
        clock,
      }),
      ...calls.endpoints,
      ...createCallEndpoint({ ...calls, templates: createTemplateStore(database) }),
      ...liveEndpoints(hub),
      ...knowledge.endpoints,
    },
    forCampaigns: {
      place: (order) => calls.placeCall({ ...order, log }),
      byHand: (place) => organization.manualCalls.place(place),
      giveWay: () => organization.manualCalls.giveWay(),
      // Agent and text are no part of what makes it the same request.
      repeated: (order) => calls.repeatedCall({ ...order, agentId: '', message: '', log }),
      end: (caller, callId) => calls.endCall(caller, callId),
      newId: createCallIds(),
      side: (tenantId) => sideOf(calling.knownFacts(tenantId)),
      accountLimits: async (tenantId) => {
        const planned = await rules.calling.plan(tenantId, rules.defaultEngine).catch(() => null);
        return { callsAtOnce: planned?.callsAtOnce ?? null, callsPerSecond: planned?.callsPerSecond ?? null };
      },
    },
    store,
    repeatedCall: calls.repeatedCall,
    onWebhook: calls.onWebhook,
    onSocket: calls.onSocket,
    ensureTenant,
    noteInTranscript: calls.noteInTranscript,
    listenForChanges: async () => {
      const main = telephony.environment ?? telephony.sandbox();
      if (main) await numbers.adopt(main.connection.carrier);
      await hub.start();
      shutdown.add('live events', () => hub.stop());
      await calls.listenForCommands();
      shutdown.add('streams of tries', () => calls.endStreams());
    },
    start: async () => {
      await ensureTenant(defaultTenant());
      await Promise.all(telephony.directory.all().map((account) => setUpNumbers(account)));
      const { startBeside } = telephony;
      if (startBeside)
        shutdown.add(
          'sandbox beside the phone account',
          startSandboxBeside({ start: startBeside, setUpNumbers, clock, log }),
        );
      await jobs.work(summaryQueue, calls.writeSummary);
      calls.start();
      // Stops first: everything that live conversations need stays up meanwhile.
      shutdown.add('conversations', () => calls.sessions.drain(config.drainSeconds * 1000, clock));
    },
  };
}
