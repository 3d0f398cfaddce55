import type { Clock } from '../../../ports/clock.ts';
import type { OpenEventStream } from '../../../ports/event-stream.ts';
import type { ExclusiveWork } from '../../../ports/exclusive.ts';
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
import type { OpenSession } from '../voice/conversations.ts';
import type { SessionLeases } from '../voice/session-leases.ts';
import type { VoiceProviders } from '../voice/voice-providers.ts';
import type { FinishTry } from './finish-try.ts';
import { LostTries } from './lost-tries.ts';
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
  readonly finishTry: FinishTry;
  readonly exclusive: ExclusiveWork;
  readonly background: Background;
  readonly times: CallTimes;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: () => string;
}

export interface Tries {
  readonly endpoints: TryEndpoints;
  readonly streams: TryStreams;
  readonly lost: LostTries;
}

export function composeTries(deps: TriesDeps): Tries {
  const openText = createOpenTextTry({ ...deps, speed: deps.voiceProviders.speed });
  const lost = new LostTries({ ...deps, lookEveryMs: deps.times.reconcileEvery });
  const streams = new TryStreams({
    ...deps,
    settleLost: (tenantId, callId) => lost.settleOne({ tenantId, callId }),
  });
  return {
    ...{ streams, lost },
    endpoints: tryEndpoints({
      ...deps,
      streams,
      startTry: createStartTry({ ...deps, openText }),
      commandTimes: commandTimesOf(deps.times),
      commandPollMs: deps.times.commandPoll,
      defaultEngine: deps.rules.defaultEngine,
    }),
  };
}
