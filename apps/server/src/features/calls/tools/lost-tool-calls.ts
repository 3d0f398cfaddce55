import type { CallTools, ToolRef } from '../../../ports/call-tools.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';
import type { LostToolCall, StoredToolCall, ToolCallHolder, ToolCalls } from '../../../ports/tool-calls.ts';
import type { TransportOutcome } from '../../../ports/tool-transport.ts';
import { afterTry, lostTry } from '../../../voice/tools/after-try.ts';
import type { EndedToolCall } from '../../../voice/tools/tool-call-log.ts';
import { knownFrom } from '../../../voice/tools/tools-of-call.ts';
import type { Background } from '../background.ts';
import { whileUnavailable } from '../voice/while-unavailable.ts';
import type { EndToolCall } from './end-tool-call.ts';
import type { HeldToolCalls } from './held-tool-calls.ts';

export interface LostToolCallsDeps {
  readonly toolCalls: Pick<ToolCalls, 'takeLost' | 'ofCall'>;
  readonly callTools: CallTools;
  readonly end: EndToolCall;
  readonly held: Pick<HeldToolCalls, 'hold' | 'release'>;
  readonly background: Pick<Background, 'retry'>;
  readonly isSandboxCall: (call: LostToolCall) => Promise<boolean>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Each may take as long as its tool; the rest is taken with later rounds. */
const mostAtOnce = 20;

/** What a repetition needs is waited for so long in a database that is away: it is counted already, and there is no other. */
const readWithinMs = 10_000;

export interface LostToolCalls {
  /** Resolves when they are taken, long before they have ended: whoever asks renews leases, and theirs too. */
  take(holder: ToolCallHolder): Promise<void>;
  /** Resolves when those that were taken have ended. */
  settled(): Promise<void>;
}

/**
 * Ends the tool calls of servers that are gone (rule VS47): what the other side tells apart by its key is sent once more,
 * of everything else that changes something it is unknown whether it was done.
 */
export function createLostToolCalls(deps: LostToolCallsDeps): LostToolCalls {
  const { toolCalls, callTools, held, background, clock, log } = deps;
  const running = new Set<Promise<void>>();
  return {
    take: async (holder) => {
      if (running.size >= mostAtOnce) return;
      const lost = await toolCalls.takeLost(holder, mostAtOnce - running.size);
      for (const call of lost) {
        held.hold(call);
        const ended = endLost(call, holder)
          .catch((err: unknown) => failed(call, err))
          .finally(() => {
            held.release(call);
            running.delete(ended);
          });
        running.add(ended);
      }
    },
    settled: async () => {
      await Promise.all(running);
    },
  };

  function failed({ callId, name }: LostToolCall, err: unknown): void {
    log.warn(
      { err, callId, tool: name },
      'a tool call of a lost server could not be ended; will be retried soon',
    );
  }

  async function endLost(call: LostToolCall, holder: ToolCallHolder): Promise<void> {
    const outcome = call.mayRepeat ? await repeat(call) : null;
    const state = stateOf(call, outcome);
    const ms = clock.now().getTime() - call.startedAt.getTime();
    const answer = outcome?.kind === 'answered' ? outcome.body : null;
    log.info({ callId: call.callId, tool: call.name, state }, 'a tool call of a lost server was ended');
    const changesOutside = call.changes && !call.sample && refOf(call) !== null;
    await background.retry({ task: 'storing the end of a tool call', callId: call.callId }, () =>
      deps.end({ ...call, changesOutside }, { state, answer, ms }, holder),
    );
  }

  /** Null where the tool is gone. */
  async function repeat(call: LostToolCall): Promise<TransportOutcome | null> {
    const until = clock.time() + readWithinMs;
    const prepared = await whileUnavailable(clock, until, () => prepare(call));
    if (!prepared) return null;
    const { tool, ...situation } = prepared;
    return tool.send({
      ...{ ...situation, input: call.input, idempotencyKey: `${call.callId}:${call.id}` },
      ...{ signal: new AbortController().signal, limitMs: tool.limitMs },
    });
  }

  async function prepare(call: LostToolCall) {
    const ref = refOf(call);
    const [tool] = ref ? await callTools.find(call.tenantId, [ref]) : [];
    if (!tool?.honoursKey) return null;
    return { tool, known: await knownBefore(call), sandbox: await deps.isSandboxCall(call) };
  }

  /** What answers had told when it was sent first: with the same key it must be the same request. */
  async function knownBefore(call: LostToolCall): Promise<Record<string, string>> {
    const earlier = (await toolCalls.ofCall(call)).filter((each) => endedBefore(each, call));
    const refs = earlier.flatMap((each) => refOf(each) ?? []);
    if (refs.length === 0) return {};
    return Object.fromEntries(knownFrom(await callTools.find(call.tenantId, refs), earlier));
  }
}

function endedBefore({ startedAt, ms }: StoredToolCall, call: LostToolCall): boolean {
  return ms !== null && startedAt.getTime() + ms <= call.startedAt.getTime();
}

function stateOf(call: LostToolCall, outcome: TransportOutcome | null): EndedToolCall['state'] {
  // A sample is sent to nobody.
  if (call.sample) return 'failed';
  const after = afterTry(call, [lostTry, outcome ?? lostTry]);
  return after.kind === 'end' ? after.state : 'unknown';
}

function refOf({ toolId, mcpServerId, name }: StoredToolCall): ToolRef | null {
  if (toolId !== null) return { toolId };
  return mcpServerId === null ? null : { mcpServerId, name };
}
