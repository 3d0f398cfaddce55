import type { AgentStore } from '../../ports/agent-store.ts';
import type { CallRecord } from '../../ports/call.ts';
import type { CallStore, UnfinishedCalls } from '../../ports/call-store.ts';
import type { Carrier } from '../../ports/carrier.ts';
import type { CarrierWire, WebhookHandlers } from '../../ports/carrier-wire.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DialBook } from '../../ports/dial-book.ts';
import type { ExclusiveWork } from '../../ports/exclusive.ts';
import type { Job } from '../../ports/jobs.ts';
import type { Log } from '../../ports/log.ts';
import { type AnswerScript, spokenAnswers } from './answer-script.ts';
import { Background } from './background.ts';
import { createCallIds } from './call-ids.ts';
import { CallLife } from './call-life.ts';
import type { CallRules } from './call-rules.ts';
import { type CallTimes, callTimes } from './call-times.ts';
import { createEndCall } from './end-call.ts';
import { type CallEndpoints, callEndpoints } from './endpoints.ts';
import { createPlaceCall } from './place-call.ts';
import { createReceiveCall } from './receive-call.ts';
import { createReconcile } from './reconcile.ts';
import { Reconciler } from './reconciler.ts';
import { callWebhooks } from './webhooks.ts';

/** Everything outside that the life of a call touches. */
export interface CallPorts {
  readonly store: CallStore;
  readonly unfinished: UnfinishedCalls;
  readonly dialBook: DialBook;
  readonly agents: AgentStore;
  readonly carrier: Carrier;
  readonly wire: CarrierWire;
  readonly exclusive: ExclusiveWork;
  readonly clock: Clock;
  readonly log: Log;
}

export interface CallsFeature {
  readonly endpoints: CallEndpoints;
  readonly webhooks: WebhookHandlers;
  readonly life: CallLife;
  /** Starts to compare unfinished calls with the carrier; call it once webhooks can be heard. */
  start(): void;
  stop(): Promise<void>;
}

export interface CallOptions {
  readonly times?: CallTimes;
  readonly answer?: AnswerScript;
  readonly jobsAtEnd?: (call: CallRecord) => readonly Job[];
}

export function composeCalls(
  ports: CallPorts,
  rules: CallRules,
  { times = callTimes, answer = spokenAnswers(ports.agents), jobsAtEnd = () => [] }: CallOptions = {},
): CallsFeature {
  const background = new Background(ports.clock, ports.log);
  const shared = { ...ports, rules, times, background, jobsAtEnd, newId: createCallIds() };
  const life = new CallLife(shared);
  const reconcile = createReconcile({ ...shared, life });
  const reconciler = new Reconciler({ ...shared, reconcile });
  const receive = createReceiveCall({ ...shared, reconcile, answer });
  return {
    endpoints: callEndpoints({
      store: ports.store,
      placeCall: createPlaceCall({ ...shared, life, reconcile }),
      endCall: createEndCall({ ...shared, life }),
    }),
    webhooks: callWebhooks({ ...shared, life, receive, answer }),
    life,
    start: () => reconciler.start(),
    stop: async () => {
      await reconciler.stop();
      await background.close();
    },
  };
}
