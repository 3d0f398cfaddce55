import { isTerminal } from '@parley/contract';
import type { CallRecord } from '../../../ports/call.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { OpenEventStream } from '../../../ports/event-stream.ts';
import type { Log } from '../../../ports/log.ts';
import type { SessionCommands } from '../../../ports/session-commands.ts';
import type { SessionDirectory } from '../../../ports/session-directory.ts';
import type { StreamTokens } from '../../../ports/stream-tokens.ts';
import type { TryStore } from '../../../ports/tries.ts';
import type { Background } from '../background.ts';
import type { CallLifecycle } from '../call-lifecycle.ts';
import type { CallRules } from '../call-rules.ts';
import type { CallTimes } from '../call-times.ts';
import type { Carriers } from '../carriers.ts';
import { commandTimesOf } from '../command-call.ts';
import type { DialCall } from '../place-call.ts';
import type { OpenSession, VoiceProviders } from '../voice/conversations.ts';
import type { SessionLeases } from '../voice/session-leases.ts';
import { createStartTry } from './start-try.ts';
import type { TextSockets } from './text-socket.ts';
import { createOpenTextTry } from './text-try.ts';
import { type TryEndpoints, tryEndpoints } from './try-endpoints.ts';
import { TryStreams } from './try-streams.ts';

export interface TriesDeps {
  readonly tries: TryStore;
  readonly carriers: Carriers;
  readonly rules: CallRules;
  readonly voiceProviders: VoiceProviders;
  readonly openSession: OpenSession;
  readonly openStream: OpenEventStream;
  readonly dial: DialCall;
  readonly tokens: StreamTokens;
  readonly leases: Pick<SessionLeases, 'holder'>;
  readonly directory: SessionDirectory;
  readonly commands: SessionCommands;
  readonly textSockets: TextSockets;
  readonly life: CallLifecycle;
  readonly background: Background;
  readonly times: CallTimes;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: () => string;
}

export interface Tries {
  readonly endpoints: TryEndpoints;
  readonly streams: TryStreams;
}

/** A session is entered in the directory before it begins; a try without one, so long after its start, has lost it. */
const lostAfterMs = 20_000;

export function composeTries(deps: TriesDeps): Tries {
  const openText = createOpenTextTry({ ...deps, speed: deps.voiceProviders.speed });
  const streams = new TryStreams({ ...deps, settleLost });
  return {
    streams,
    endpoints: tryEndpoints({
      ...deps,
      streams,
      startTry: createStartTry({ ...deps, openText }),
      commandTimes: commandTimesOf(deps.times),
      commandPollMs: deps.times.commandPoll,
    }),
  };

  /** Only of tries by text: what becomes of a call of the sandbox, its carrier says. */
  async function settleLost(tenantId: string, callId: string): Promise<void> {
    const found = await deps.tries.findLost(tenantId, callId, new Date(deps.clock.time() - lostAfterMs));
    if (found) await endLost(found);
  }

  async function endLost(call: CallRecord): Promise<void> {
    if (isTerminal(call.status)) return;
    const at = deps.clock.now();
    const sid = call.carrierSid ?? '';
    await deps.life.apply({ id: call.id }, { type: 'noted', reason: 'server_stopped', at });
    await deps.life.apply(
      { id: call.id },
      {
        type: 'carrier',
        update: { sid, status: 'failed', at, endedAt: at, duration: null, answeredBy: null },
      },
    );
  }
}
