import { randomUUID } from 'node:crypto';
import type { AgentStore } from '../../ports/agent-store.ts';
import type { CallRecord } from '../../ports/call.ts';
import type { CallAdmission } from '../../ports/call-admission.ts';
import type { CallTokens } from '../../ports/call-costs.ts';
import type { CallStore, UnfinishedCalls } from '../../ports/call-store.ts';
import type { Carrier } from '../../ports/carrier.ts';
import type {
  InboundText,
  SocketHandler,
  TextReport,
  WebhookHandler,
} from '../../ports/carrier-connection.ts';
import { type Clock, wallClock } from '../../ports/clock.ts';
import type { ContactStore } from '../../ports/contacts.ts';
import type { DoNotCallList } from '../../ports/do-not-call.ts';
import type { OpenEventStream } from '../../ports/event-stream.ts';
import type { ExclusiveWork } from '../../ports/exclusive.ts';
import type { HandOvers } from '../../ports/hand-overs.ts';
import type { InboundAdmission } from '../../ports/inbound-admission.ts';
import type { JobHandler } from '../../ports/jobs.ts';
import type { KnowledgeQuestions, KnowledgeSearch } from '../../ports/knowledge.ts';
import type { Log } from '../../ports/log.ts';
import type { Organizations } from '../../ports/organization-store.ts';
import type { CallRecordings } from '../../ports/recordings.ts';
import { type SessionCommands, serverIdPrefix } from '../../ports/session-commands.ts';
import type { SessionDirectory } from '../../ports/session-directory.ts';
import type { StreamTokens } from '../../ports/stream-tokens.ts';
import type { TranscriptStore } from '../../ports/transcript-store.ts';
import type { TryStore } from '../../ports/tries.ts';
import { LiveSessions } from '../../voice/live-sessions.ts';
import { createAnnounce } from './answer-script.ts';
import { Background } from './background.ts';
import { createCallIds } from './call-ids.ts';
import { CallLifecycle } from './call-lifecycle.ts';
import type { CallRules } from './call-rules.ts';
import { type CallTimes, callTimes } from './call-times.ts';
import type { Carriers } from './carriers.ts';
import { type CommandCall, commandTimesOf, createCommandCall } from './command-call.ts';
import { createEndCall } from './end-call.ts';
import { type CallEndpoints, callEndpoints } from './endpoints.ts';
import { InboundRefusals } from './inbound-refusals.ts';
import type { ManualCallPriority } from './manual-call-priority.ts';
import { createDialCall, createPlaceCall } from './place-call.ts';
import { PlacingQueue, placingQueueOptions } from './placing-queue.ts';
import { createPreviewCall } from './preview-call.ts';
import { createReceiveCall } from './receive-call.ts';
import { createReconcile } from './reconcile.ts';
import { Reconciler } from './reconciler.ts';
import { createRepeatedCall, type RepeatedCall } from './repeated-call.ts';
import { createSessionTools, type ToolPorts } from './tools/session-tools.ts';
import { agentsOfTries } from './tries/agents-of-tries.ts';
import { composeTries } from './tries/compose-tries.ts';
import { createFinishTry } from './tries/finish-try.ts';
import { TextSockets } from './tries/text-socket.ts';
import type { TryEndpoints } from './tries/try-endpoints.ts';
import { TryRecorders } from './tries/try-recorders.ts';
import { answerWithinHours } from './voice/after-hours.ts';
import { createAfterSession } from './voice/after-session.ts';
import { conversationAnswers, createConnectSession } from './voice/answer.ts';
import { CommandExecutor } from './voice/command-executor.ts';
import { createConversations } from './voice/conversations.ts';
import { createReportGreetingEnd } from './voice/greeting-end.ts';
import { createHandOverScript } from './voice/hand-over-script.ts';
import { createHandOvers } from './voice/hand-overs.ts';
import { createNoteInTranscript, type NoteInTranscript } from './voice/note-in-transcript.ts';
import { createTakeRecordingAnswer } from './voice/recording-question.ts';
import { SessionLeases } from './voice/session-leases.ts';
import { createSummaryJob, type SummaryDeps, summaryJobs } from './voice/summary-job.ts';
import type { VoiceProviders } from './voice/voice-providers.ts';
import { callWebhooks } from './webhooks.ts';

/** The ports that calls use. */
export interface CallPorts {
  readonly store: CallStore;
  readonly unfinished: UnfinishedCalls;
  readonly admission: CallAdmission;
  readonly inbound: InboundAdmission;
  readonly agents: AgentStore;
  readonly organizations: Organizations;
  readonly carriers: Carriers;
  readonly exclusive: ExclusiveWork;
  readonly transcripts: TranscriptStore;
  readonly tokens: StreamTokens;
  readonly directory: SessionDirectory;
  readonly commands: SessionCommands;
  readonly doNotCall: DoNotCallList;
  readonly handOvers: HandOvers;
  /** Reads a text message that somebody has sent to a number of ours. */
  readonly receiveText: (carrier: Carrier, text: InboundText) => Promise<void>;
  /** Stores what the carrier reports of a text message that was sent in a call. */
  readonly takeTextReport: (carrier: Carrier, callId: string, report: TextReport) => Promise<void>;
  /** A call is over that nobody took. */
  readonly transferFailed: (call: CallRecord) => Promise<void>;
  readonly knowledgeSearch: KnowledgeSearch;
  readonly knowledgeQuestions: KnowledgeQuestions;
  readonly tries: TryStore;
  readonly contacts: Pick<ContactStore, 'ensure' | 'removeUnused' | 'forCall'>;
  readonly openStream: OpenEventStream;
  readonly voiceProviders: VoiceProviders;
  /** For the tools that organizations add; left out, there are only those that are built in. */
  readonly toolPorts?: ToolPorts;
  readonly summarizerFor: SummaryDeps['summarizerFor'];
  readonly callTokens: CallTokens;
  readonly recordings: CallRecordings;
  readonly manualCalls: ManualCallPriority;
  readonly clock: Clock;
  readonly log: Log;
}

export interface CallsFeature {
  readonly placeCall: ReturnType<typeof createPlaceCall>;
  readonly repeatedCall: RepeatedCall;
  readonly endCall: ReturnType<typeof createEndCall>;
  readonly endpoints: CallEndpoints & TryEndpoints;
  readonly onWebhook: WebhookHandler;
  readonly life: CallLifecycle;
  readonly sessions: LiveSessions;
  /** Starts a voice session on a socket of a carrier. */
  readonly onSocket: SocketHandler;
  readonly writeSummary: JobHandler;
  /** Does something to a live call, on whichever server it is. */
  readonly commandCall: CommandCall;
  /** Adds a system entry to the transcript of a call: where its conversation is, if it is live. */
  readonly noteInTranscript: NoteInTranscript;
  /** Takes commands for live calls, and notices of tries; to be called before the server listens. */
  listenForCommands(): Promise<void>;
  /** Ends the event streams of tries, which the web server waits for. */
  endStreams(): Promise<void>;
  /** Starts the reconciler; to be called once webhooks can arrive. */
  start(): void;
  stop(): Promise<void>;
}

export interface CallOptions {
  readonly times?: CallTimes;
}

/** Leases and commands expire by the database's clock, also where a test has a clock of its own for conversations. */
const realTime = { clock: wallClock };

export function composeCalls(
  ports: CallPorts,
  rules: CallRules,
  { times = callTimes }: CallOptions = {},
): CallsFeature {
  const background = new Background(ports.clock, ports.log);
  const sessions = new LiveSessions();
  const serverId = `${serverIdPrefix}${randomUUID()}`;
  const leases = new SessionLeases({
    ...ports,
    ...realTime,
    ...{ times, serverId },
  });
  const realClock = realTime.clock;
  const sessionTools = createSessionTools({ ...ports, times, background, serverId, realClock });
  const textSockets = new TextSockets();
  const recorders = new TryRecorders(ports);
  const executor = new CommandExecutor({
    ...{ ...ports, ...realTime, leases, textSockets },
    commandTimes: commandTimesOf(times),
    lookEveryMs: times.commandLook,
    settleEveryMs: times.leaseRenewal,
  });
  const agents = agentsOfTries(ports.agents, ports.tries);
  const connect = createConnectSession({ ...ports, agents });
  const shared = {
    ...{ ...ports, agents, rules, times, background, sessions, leases, recorders, textSockets, sessionTools },
    newId: createCallIds(),
    handOverScript: createHandOverScript({ ...ports, rules }),
  };
  const finishTry = createFinishTry(shared);
  const onTryEnded = (call: CallRecord) => finishTry.callEnded(call);
  const life = new CallLifecycle({ ...shared, jobsAtEnd: summaryJobs, onTryEnded });
  const answer = answerWithinHours({ ...shared, life }, conversationAnswers(connect));
  const reconcile = createReconcile({ ...shared, life });
  const reconciler = new Reconciler({ ...shared, reconcile });
  const queue = new PlacingQueue(ports.clock, placingQueueOptions);
  const receive = createReceiveCall({
    ...shared,
    reconcile,
    answer,
    refusals: new InboundRefusals(ports.clock, ports.log),
  });
  const { onSocket, openSession } = createConversations({ ...shared, life, finishTry });
  const announce = createAnnounce(agents, ports.log);
  const handOvers = createHandOvers({ ...shared, life, connect, announce });
  const dial = createDialCall({ ...shared, life, reconcile });
  const tries = composeTries({ ...shared, life, openSession, dial, finishTry });
  const { manualCalls } = ports;
  const place = createPlaceCall({ ...shared, life, reconcile, queue });
  const placeCall: typeof place = (request) =>
    request.campaign ? place(request) : manualCalls.place(() => place(request));
  const previewCall = createPreviewCall({ ...shared, life, reconcile, queue });
  const endCall = createEndCall({ ...shared, life });
  return {
    ...{ placeCall, endCall },
    repeatedCall: createRepeatedCall({ ...shared, reconcile }),
    endpoints: {
      ...callEndpoints({ store: ports.store, placeCall, previewCall, endCall }),
      ...tries.endpoints,
    },
    onWebhook: callWebhooks({
      ...shared,
      life,
      receive,
      reconcile,
      answer,
      afterSession: createAfterSession({ ...{ ...shared, life, connect, handOvers, announce } }),
      handOvers,
      takeRecordingAnswer: createTakeRecordingAnswer({ ...shared, connect }),
      reportGreetingEnd: createReportGreetingEnd({ ...shared, ...realTime, life }),
    }),
    life,
    sessions,
    onSocket,
    writeSummary: createSummaryJob({ ...shared, life }),
    commandCall: createCommandCall(shared),
    noteInTranscript: createNoteInTranscript(shared),
    listenForCommands: async () => {
      await executor.start();
      await tries.streams.start();
    },
    endStreams: () => tries.streams.stop(),
    start: () => {
      reconciler.start();
      leases.start();
      sessionTools.start();
      tries.lost.start();
    },
    stop: async () => {
      await reconciler.stop();
      await tries.lost.stop();
      await executor.stop();
      await leases.stop();
      await background.close();
      await sessionTools.stop();
    },
  };
}
