import type { Database } from '../adapters/postgres/database.ts';
import { createTextMessages } from '../adapters/postgres/text-messages.ts';
import type { CallRules } from '../features/calls/call-rules.ts';
import { type Carriers, isOwn } from '../features/calls/carriers.ts';
import { createReceiveText, type ReceiveText } from '../features/texts/receive-text.ts';
import { createTextSender } from '../features/texts/send-text.ts';
import { createTakeTextReport, type TakeTextReport } from '../features/texts/text-reports.ts';
import type { AgentStore } from '../ports/agent-store.ts';
import type { CallStore } from '../ports/call-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { NumberDigest } from '../ports/number-digest.ts';
import { createSendText } from '../voice/tools/send-text.ts';
import type { VoiceTool } from '../voice/tools/voice-tool.ts';

export interface Texts {
  readonly tools: readonly VoiceTool[];
  readonly receiveText: ReceiveText;
  readonly takeTextReport: TakeTextReport;
}

interface TextParts {
  readonly database: Database;
  readonly digestOf: NumberDigest;
  readonly store: CallStore;
  readonly agents: AgentStore;
  readonly carriers: Carriers;
  readonly rules: Pick<CallRules, 'forCarrier'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Text messages that agents send, what became of them, and the STOP that answers them. */
export function openTexts({
  database,
  digestOf,
  store,
  agents,
  carriers,
  rules,
  clock,
  log,
}: TextParts): Texts {
  const texts = createTextMessages(database, digestOf);
  const send = createTextSender({
    ...{ store, texts, clock, log },
    carrierOf: (call) => carriers.of(call),
    guardNumber: (carrier, number) => rules.forCarrier(carrier).guardNumber(number),
  });
  const ownerOf: Parameters<typeof createReceiveText>[0]['ownerOf'] = (carrier) =>
    rules.forCarrier(carrier).tenantId;
  return {
    tools: [createSendText(send)],
    receiveText: createReceiveText({ texts, agents, ownerOf, clock }),
    takeTextReport: createTakeTextReport({ store, texts, isOwn, log }),
  };
}
