import type { CallRecord } from '../../../ports/call.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';
import type { TryStore } from '../../../ports/tries.ts';
import { TryRecorder } from './try-recorder.ts';

/** The recorders of this process, by call. */
export class TryRecorders {
  readonly #deps: { readonly tries: TryStore; readonly clock: Clock; readonly log: Log };
  readonly #recorders = new Map<string, TryRecorder>();

  constructor(deps: { readonly tries: TryStore; readonly clock: Clock; readonly log: Log }) {
    this.#deps = deps;
  }

  /** For a session of the call that begins; null for calls that are no tries. */
  for({ id, tenantId, mode }: CallRecord, session: number): TryRecorder | null {
    if (mode !== 'try') return null;
    const { tries, clock, log } = this.#deps;
    const call = { tenantId, callId: id, session };
    const recorder = new TryRecorder({ call, tries, now: () => clock.now(), log });
    this.#recorders.set(id, recorder);
    return recorder;
  }

  /** Resolves when what the recorder of this process has is stored, and forgets it. */
  async settled(callId: string): Promise<void> {
    const recorder = this.#recorders.get(callId);
    await recorder?.settled();
    if (this.#recorders.get(callId) === recorder) this.#recorders.delete(callId);
  }
}
