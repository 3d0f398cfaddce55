import type { Clock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';
import type { ToolCallHolder, ToolCallKey, ToolCalls } from '../../../ports/tool-calls.ts';
import type { CallTimes } from '../call-times.ts';

export interface HeldToolCallsDeps {
  readonly toolCalls: Pick<ToolCalls, 'renew'>;
  readonly serverId: string;
  readonly times: Pick<CallTimes, 'lease' | 'leaseRenewal'>;
  /** Leases are compared by the database's clock; this one only says how often they are renewed. */
  readonly clock: Clock;
  readonly log: Log;
  /** After each renewal: looks for tool calls that other servers have left. */
  readonly takeLost: () => Promise<void>;
}

/** The tool calls that this server runs. Their leases are renewed together; what is not renewed, another server takes. */
export class HeldToolCalls {
  readonly holder: ToolCallHolder;
  readonly #deps: HeldToolCallsDeps;
  readonly #held = new Map<string, ToolCallKey>();
  #cancel: () => void = () => {};
  #round: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(deps: HeldToolCallsDeps) {
    this.#deps = deps;
    this.holder = { serverId: deps.serverId, leaseMs: deps.times.lease };
  }

  hold(key: ToolCallKey): void {
    this.#held.set(nameOf(key), key);
  }

  release(key: ToolCallKey): void {
    this.#held.delete(nameOf(key));
  }

  start(): void {
    if (this.#stopped) return;
    this.#cancel = this.#deps.clock.after(this.#deps.times.leaseRenewal, () => {
      this.#round = this.round().finally(() => this.start());
    });
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    this.#cancel();
    await this.#round;
  }

  async round(): Promise<void> {
    const { toolCalls, log, takeLost } = this.#deps;
    const keys = [...this.#held.values()];
    try {
      if (keys.length > 0) await toolCalls.renew(this.holder, keys);
      await takeLost();
    } catch (err) {
      log.warn(
        { err, toolCalls: keys.length },
        'leases of tool calls not renewed, or lost tool calls not read; will be retried in seconds',
      );
    }
  }
}

function nameOf({ callId, id }: ToolCallKey): string {
  return `${callId} ${id}`;
}
