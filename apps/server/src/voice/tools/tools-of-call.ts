import type { CallTool, CallTools, ToolRef } from '../../ports/call-tools.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { StoredToolCall } from '../../ports/tool-calls.ts';
import type { CallKey } from '../../ports/transcript-store.ts';
import type { ToolOutcome } from '../../ports/voice-tools.ts';
import { runTool, type ToolSettings } from './run-tool.ts';
import { schemaFromJson } from './tool-schema.ts';
import { defineTool, type ToolRun, type VoiceTool } from './voice-tool.ts';

export interface ToolsOfCallDeps {
  readonly callTools: CallTools;
  readonly clock: Clock;
  readonly log: Log;
  /** How many times faster than real time conversations run. */
  readonly speed: number;
  /** False: what is said cannot be kept from being recorded, and the work was not begun. */
  readonly pausedWhile: <T>(call: CallKey, limitMs: number, work: () => Promise<T>) => Promise<T | false>;
}

export interface ToolsOfCallRequest {
  readonly tenantId: string;
  readonly callId: string;
  readonly refs: readonly ToolRef[];
  /** Of what is built in. */
  readonly takenNames: readonly string[];
  /** Nobody is at the other end, or a person who tries the agent. */
  readonly sandbox: boolean;
  /** Of the sessions before, where this one resumes them. */
  readonly earlier: readonly StoredToolCall[];
}

/** The tools of an agent as a session uses them, with what earlier answers have told. */
export type ToolsOfCall = (request: ToolsOfCallRequest) => Promise<readonly VoiceTool[]>;

export function createToolsOfCall({
  callTools,
  clock,
  log,
  speed,
  pausedWhile,
}: ToolsOfCallDeps): ToolsOfCall {
  return async ({ tenantId, callId, refs, takenNames, sandbox, earlier }) => {
    if (refs.length === 0) return [];
    const found = await callTools.find(tenantId, refs);
    const known = knownFrom(found, earlier);
    const settings: ToolSettings = { clock, speed, sandbox, known };
    const names = new Set(takenNames);
    return found.flatMap((tool) => {
      const made = names.has(tool.name) ? null : voiceTool(tool, settings, pausedWhile);
      names.add(tool.name);
      if (made) return [made];
      log.warn(
        { callId, tool: tool.name },
        'a tool was not offered on a call: its name or inputs cannot be used',
      );
      return [];
    });
  };
}

/** Null where its inputs are no schema that can be checked. */
function voiceTool(
  tool: CallTool,
  settings: ToolSettings,
  pausedWhile: ToolsOfCallDeps['pausedWhile'],
): VoiceTool | null {
  const schema = schemaOrNull(tool.inputs);
  if (!schema) return null;
  const { ref, name, title, purpose, changes, honoursKey, limitMs, sayMeanwhile, sayOnFailure } = tool;
  const sample = settings.sandbox && changes && !tool.runInSandbox;
  return defineTool({
    ...{ name, title, description: purpose, schema, changes },
    source: {
      toolId: 'toolId' in ref ? ref.toolId : null,
      mcpServerId: 'mcpServerId' in ref ? ref.mcpServerId : null,
      ...{ honoursKey, sample },
    },
    work: {
      by: 'runner',
      limitMs,
      ...(sayMeanwhile !== '' && { sayMeanwhile }),
      ...(sayOnFailure !== '' && { sayOnFailure }),
      run: tool.pausesRecording
        ? async (run) => (await pausedWhile(run.call, limitMs, () => carryOut(run))) || notPaused
        : carryOut,
    },
  });

  async function carryOut(run: ToolRun): Promise<ToolOutcome> {
    if (!sample) return runTool(tool, run, settings);
    return { status: 'done', detail: tool.sampleAnswer || sampleDone, answer: tool.sampleAnswer };
  }
}

/** Nothing was sent. */
const notPaused: ToolOutcome = {
  status: 'failed',
  detail:
    'It did not work: the recording of the call could not be paused. Say that somebody will get back to them.',
};

/** For the model, where nobody has written a sample answer. */
export const sampleDone =
  'This is a test, so it was not really carried out. Go on as if it had worked, with what you sent.';

function schemaOrNull(inputs: CallTool['inputs']): ReturnType<typeof schemaFromJson> | null {
  try {
    return schemaFromJson(inputs);
  } catch {
    return null;
  }
}

/** What earlier answers have told, by what is stored of them. */
export function knownFrom(
  tools: readonly CallTool[],
  earlier: readonly StoredToolCall[],
): Map<string, string> {
  const known = new Map<string, string>();
  for (const { name, state, answer } of earlier) {
    const tool = state === 'done' && answer !== null ? tools.find((each) => each.name === name) : undefined;
    for (const [key, value] of Object.entries(tool?.variablesOf(answer ?? '') ?? {})) known.set(key, value);
  }
  return known;
}
