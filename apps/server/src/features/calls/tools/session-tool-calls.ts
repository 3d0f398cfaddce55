import type { Clock } from '../../../ports/clock.ts';
import type { SessionKey } from '../../../ports/session-directory.ts';
import type { StoredToolCall, ToolCalls } from '../../../ports/tool-calls.ts';
import {
  changesOutside,
  type EndedToolCall,
  outcomeOfStored,
  type StartedToolCall,
  type ToolCallLog,
} from '../../../voice/tools/tool-call-log.ts';
import type { VoiceTool } from '../../../voice/tools/voice-tool.ts';
import type { Background } from '../background.ts';
import { whileUnavailable } from '../voice/while-unavailable.ts';
import type { EndToolCall, ReportUnknown } from './end-tool-call.ts';
import type { HeldToolCalls } from './held-tool-calls.ts';

export interface SessionToolCallsDeps {
  readonly toolCalls: Pick<ToolCalls, 'start' | 'claimTry' | 'ofCall'>;
  readonly held: Pick<HeldToolCalls, 'holder' | 'hold' | 'release'>;
  readonly end: EndToolCall;
  readonly reportUnknown: ReportUnknown;
  readonly background: Pick<Background, 'retry'>;
  readonly clock: Clock;
}

/** How often the answer of a tool call that another server ends is looked for, and for how long. */
const lookEveryMs = 500;
const looksMost = 240;

/** A repetition waits so long for a database that is away, in which it has to be counted before it is sent. */
const countWithinMs = 10_000;

/** Stores the tool calls of one session. */
export function sessionToolCalls(deps: SessionToolCallsDeps, session: SessionKey): ToolCallLog {
  const { toolCalls, held, background, clock } = deps;
  const { tenantId, callId } = session;
  const tools = new Map<string, VoiceTool>();
  const keyOf = (id: string) => ({ tenantId, callId, id });

  function end(id: string, ended: EndedToolCall): void {
    const key = keyOf(id);
    const tool = tools.get(id);
    const named = {
      ...{ ...key, name: tool?.name ?? '', title: tool ? titleOf(tool) : '' },
      changesOutside: tool !== undefined && changesOutside(tool),
    };
    void background
      .retry({ task: 'storing the end of a tool call', callId }, () => deps.end(named, ended, held.holder))
      .finally(() => held.release(key));
  }

  return {
    start: async (started) => {
      const { id, tool } = started;
      tools.set(id, tool);
      held.hold(keyOf(id));
      try {
        if (!(await toolCalls.start(rowOf(session, started, clock.now()), held.holder)))
          throw new Error(
            'There is such a tool call already, the call is gone, or a later session has begun.',
          );
      } catch (err) {
        // It may be stored all the same; nothing was sent.
        end(id, { state: 'failed', answer: null, ms: 0 });
        throw err;
      }
    },
    // One that was counted without our knowing is not counted again, and not sent.
    mayRepeat: (id) =>
      whileUnavailable(clock, clock.time() + countWithinMs, () => toolCalls.claimTry(keyOf(id), held.holder)),
    end,
    overdue: (id, tool) => {
      const named = { ...keyOf(id), name: tool.name, title: titleOf(tool), changesOutside: true };
      void background.retry({ task: 'asking somebody to check a tool call', callId }, () =>
        deps.reportUnknown(named, 'unknown'),
      );
    },
    answerOf: async (id, signal) => {
      for (let looks = 1; looks <= looksMost && !signal.aborted; looks += 1) {
        await new Promise<void>((resolve) => clock.after(lookEveryMs, resolve));
        let known: readonly StoredToolCall[];
        try {
          known = await toolCalls.ofCall(session);
        } catch (err) {
          // The database may be back at the next look.
          if (looks < looksMost) continue;
          throw err;
        }
        const found = known.find((each) => each.id === id);
        if (!found) return null;
        const { state, answer, changes } = found;
        if (state !== 'running') return outcomeOfStored({ state, answer }, changes);
      }
      return null;
    },
  };
}

function rowOf({ tenantId, callId, session }: SessionKey, started: StartedToolCall, startedAt: Date) {
  const { id, tool, input, ordinal } = started;
  const { source } = tool;
  return {
    ...{ tenantId, callId, id, session, ordinal, input, startedAt },
    toolId: source?.toolId ?? null,
    mcpServerId: source?.mcpServerId ?? null,
    name: tool.name,
    title: titleOf(tool),
    sample: source?.sample ?? false,
    changes: tool.changes,
    honoursKey: source?.honoursKey ?? false,
  };
}

function titleOf({ title, name }: VoiceTool): string {
  return title ?? name;
}
