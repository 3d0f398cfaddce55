import type { AgentConfig } from '@parley/contract';
import { type CallRecord, isSandbox } from '../../../ports/call.ts';
import type { CallStore } from '../../../ports/call-store.ts';
import type { CallTools, ToolRef } from '../../../ports/call-tools.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Log } from '../../../ports/log.ts';
import type { CallRecordings } from '../../../ports/recordings.ts';
import type { SessionKey } from '../../../ports/session-directory.ts';
import type { StoredToolCall, ToolCalls } from '../../../ports/tool-calls.ts';
import type { ToolCallLog } from '../../../voice/tools/tool-call-log.ts';
import { ToolRegistry } from '../../../voice/tools/tool-registry.ts';
import { createToolsOfCall } from '../../../voice/tools/tools-of-call.ts';
import type { Background } from '../background.ts';
import type { CallTimes } from '../call-times.ts';
import { simulatedTools } from '../tries/simulated-tools.ts';
import type { VoiceProviders } from '../voice/voice-providers.ts';
import { createEndToolCall, type ReportUnknown } from './end-tool-call.ts';
import { HeldToolCalls } from './held-tool-calls.ts';
import { createLostToolCalls } from './lost-tool-calls.ts';
import { sessionToolCalls } from './session-tool-calls.ts';

/** What calls need for the tools of organizations. */
export interface ToolPorts {
  readonly toolCalls: ToolCalls;
  readonly callTools: CallTools;
  readonly reportUnknown: ReportUnknown;
}

export interface SessionToolsDeps {
  /** Left out: there are only tools that are built in, and none is stored. */
  readonly toolPorts?: ToolPorts | undefined;
  readonly store: Pick<CallStore, 'find'>;
  readonly voiceProviders: Pick<VoiceProviders, 'tools' | 'speed'>;
  readonly recordings: Pick<CallRecordings, 'pausedWhile'>;
  readonly background: Background;
  readonly serverId: string;
  readonly times: CallTimes;
  readonly clock: Clock;
  /** That of the leases. */
  readonly realClock: Clock;
  readonly log: Log;
}

/** The tools of a session, and where their use is stored. */
export interface ToolsOfSession {
  readonly tools: ToolRegistry;
  readonly toolCalls: ToolCallLog | null;
}

export interface SessionTools {
  /** What was done with tools on the call so far. */
  earlier(key: SessionKey): Promise<readonly StoredToolCall[]>;
  open(
    call: CallRecord,
    config: Pick<AgentConfig, 'tools'>,
    key: SessionKey,
    earlier: readonly StoredToolCall[],
    isTry: boolean,
  ): Promise<ToolsOfSession>;
  start(): void;
  stop(): Promise<void>;
}

export function createSessionTools(deps: SessionToolsDeps): SessionTools {
  const { toolPorts, voiceProviders, log } = deps;
  const builtIn = (isTry: boolean) => (isTry ? simulatedTools(voiceProviders.tools) : voiceProviders.tools);
  if (!toolPorts)
    return {
      earlier: async () => [],
      open: async (_call, _config, _key, _earlier, isTry) => ({ tools: builtIn(isTry), toolCalls: null }),
      start: () => {},
      stop: async () => {},
    };
  const { toolCalls, callTools, reportUnknown } = toolPorts;
  const now = () => deps.clock.now();
  const end = createEndToolCall({ toolCalls, reportUnknown, now });
  const held = new HeldToolCalls({
    ...{ ...deps, toolCalls, clock: deps.realClock },
    takeLost: () => lost.take(held.holder),
  });
  const lost = createLostToolCalls({
    ...{ toolCalls, callTools, end, held, background: deps.background, clock: deps.clock, log },
    isSandboxCall: async ({ callId }) => {
      const call = await deps.store.find({ id: callId });
      return call !== null && isSandbox(call);
    },
  });
  const { clock } = deps;
  /** The session that resumes says that somebody will check, and may have said so when the answer comes. */
  const askToCheck = (call: StoredToolCall) =>
    void deps.background.retry({ task: 'asking somebody to check a tool call', callId: call.callId }, () =>
      reportUnknown({ ...call, changesOutside: true }, 'unknown'),
    );
  const toolsOfCall = createToolsOfCall({
    ...{ callTools, clock, log, speed: voiceProviders.speed },
    pausedWhile: (call, limitMs, work) => deps.recordings.pausedWhile(call, limitMs, work),
  });
  return {
    earlier: (key) => toolCalls.ofCall(key),

    open: async (call, config, key, earlier, isTry) => {
      if (!isTry) earlier.filter(isLeftRunning).forEach(askToCheck);
      const base = builtIn(isTry);
      const own = await toolsOfCall({
        ...{ tenantId: call.tenantId, callId: call.id, refs: refsOf(config), earlier },
        takenNames: base.all.map(({ name }) => name),
        sandbox: isTry || isSandbox(call),
      }).catch((err: unknown) => {
        // The conversation is held without them rather than not at all.
        log.warn(
          { err, callId: call.id },
          'tools of an agent could not be read; the call goes on without them',
        );
        return [];
      });
      return {
        tools: own.length === 0 ? base : new ToolRegistry([...base.all, ...own]),
        // A try keeps what happens in it by itself.
        toolCalls: isTry ? null : sessionToolCalls({ ...deps, toolCalls, held, end, reportUnknown }, key),
      };
    },

    start: () => held.start(),
    stop: async () => {
      await held.stop();
      await lost.settled();
    },
  };
}

/** It may change something at a service of somebody else, and the session that waited for its answer is gone. */
function isLeftRunning({ state, changes, sample, toolId, mcpServerId }: StoredToolCall): boolean {
  return state === 'running' && changes && !sample && (toolId ?? mcpServerId) !== null;
}

function refsOf({ tools }: Pick<AgentConfig, 'tools'>): ToolRef[] {
  return (tools?.use ?? []).map((ref) =>
    'server' in ref ? { mcpServerId: ref.server, name: ref.name } : { toolId: ref.id },
  );
}
