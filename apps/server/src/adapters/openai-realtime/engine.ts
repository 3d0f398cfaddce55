import type { HostGuard } from '../../lib/host-guard.ts';
import { type Clock, wallClock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { SpeechEngine } from '../../ports/speech-engine.ts';
import type { ConnectionLimits } from './connection.ts';
import { RealtimeSession, type SessionTimes } from './realtime-session.ts';

export interface RealtimeEngineOptions {
  readonly url: string;
  readonly model: string;
  /** Asked for each connection, because it may be replaced meanwhile. Null for a self-hosted server that needs none. */
  readonly key: () => string | null;
  /** Null where the address comes from whoever runs the deployment. */
  readonly guard?: HostGuard | null;
  readonly log: Log;
  readonly clock?: Clock;
  readonly times?: SessionTimes;
  readonly limits?: ConnectionLimits;
}

/** Shorter than the time that the voice session gives the model for its first output. */
const defaultTimes: SessionTimes = { connectMs: 6_000, cancelMs: 3_000 };
const defaultLimits: ConnectionLimits = { audioBacklogBytes: 64 * 1024, pingMs: 10_000, closeMs: 2_000 };

/** Speech to speech over the Realtime protocol. */
export function realtimeEngine(options: RealtimeEngineOptions): SpeechEngine {
  const { clock = wallClock, times = defaultTimes, limits = defaultLimits } = options;
  return {
    name: options.model,
    connect: (brief, listener) => {
      const model = brief.model ?? options.model;
      return new RealtimeSession({ ...options, model, clock, times, limits }, brief, listener);
    },
  };
}
