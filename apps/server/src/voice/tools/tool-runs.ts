import { countTool } from '../../lib/metrics/model-metrics.ts';
import type { CallBrief } from '../../ports/language-model.ts';
import type { Log } from '../../ports/log.ts';
import type { CallKey } from '../../ports/transcript-store.ts';
import type { ToolInput, ToolOutcome } from '../../ports/voice-tools.ts';
import { changesOutside, isStored, notKnown, type ToolCallLog } from './tool-call-log.ts';
import type { VoiceTool } from './voice-tool.ts';

export interface ToolRunsDeps {
  readonly call: CallKey;
  readonly brief: CallBrief;
  readonly tools: readonly VoiceTool[];
  readonly log: Log;
  /** Null: nothing is stored, as in a try. */
  readonly toolCalls: ToolCallLog | null;
  readonly now: () => number;
  /** The place between what was begun so far and what comes next. */
  readonly place: () => number;
  onResult(callId: string, result: ToolOutcome): void;
}

/** What a model gets to read of an answer, in characters. */
const longestDetail = 8_000;

type RunnerTool = VoiceTool & { readonly work: { readonly by: 'runner' } };

/** Runs the tools of one session. A run is not stopped by the conversation, and one that throws has failed. */
export class ToolRuns {
  readonly #deps: ToolRunsDeps;
  readonly #over = new AbortController();
  readonly #never = new AbortController();

  constructor(deps: ToolRunsDeps) {
    this.#deps = deps;
  }

  start(callId: string, name: string, input: ToolInput, ordinal: number): void {
    const { tools, log, onResult } = this.#deps;
    const tool = tools.find((each) => each.name === name);
    void this.#store(callId, tool, input, ordinal)
      .catch((err: unknown): ToolOutcome => {
        log.warn({ err, tool: name }, 'a tool of a voice agent was not run: its use could not be stored');
        return technicalProblem;
      })
      .then((outcome) => onResult(callId, outcome));
  }

  /** A tool call of the lost session that this one resumes: its answer comes from whoever runs it. */
  follow(callId: string): void {
    const { toolCalls, log, onResult } = this.#deps;
    void toolCalls?.answerOf(callId, this.#over.signal).then(
      (outcome) => outcome && onResult(callId, { ...outcome, detail: readable(outcome.detail) }),
      (err: unknown) => log.warn({ err }, 'the answer of a tool call of a lost session could not be read'),
    );
  }

  /** Its time in the conversation is over; its answer may still come. */
  overdue(callId: string, name: string): void {
    const { tools, toolCalls } = this.#deps;
    const tool = tools.find((each) => each.name === name);
    if (tool && changesOutside(tool)) toolCalls?.overdue(callId, tool);
  }

  /** The session is over. What changes something runs to its end all the same. */
  end(): void {
    this.#over.abort();
  }

  /** Stored before anything is sent, and again with its end. */
  async #store(
    id: string,
    tool: VoiceTool | undefined,
    input: ToolInput,
    ordinal: number,
  ): Promise<ToolOutcome> {
    const { toolCalls, now, place } = this.#deps;
    if (!toolCalls || !tool || !isStored(tool)) return this.#run(id, tool, input);
    await toolCalls.start({ id, tool, input, ordinal });
    const startedAt = now();
    const outcome = await this.#run(id, tool, input);
    toolCalls.end(id, {
      state: outcome.unknown ? 'unknown' : outcome.status,
      answer: outcome.answer ?? (outcome.unknown ? null : outcome.detail),
      ms: Math.round(now() - startedAt),
      ordinal: place(),
    });
    return outcome;
  }

  async #run(callId: string, tool: VoiceTool | undefined, input: ToolInput): Promise<ToolOutcome> {
    try {
      if (tool?.work.by !== 'runner') throw new Error('There is no such tool to run.');
      return await this.#carryOut(callId, tool as RunnerTool, input);
    } catch (err) {
      // A look-up that was stopped with the session has not failed.
      if (tool?.changes !== false || !this.#over.signal.aborted)
        this.#deps.log.warn({ err, tool: tool?.name }, 'a tool of a voice agent failed');
      const maybeSent = tool !== undefined && changesOutside(tool);
      return maybeSent ? { status: 'timed_out', detail: notKnown, unknown: true } : technicalProblem;
    }
  }

  async #carryOut(callId: string, tool: RunnerTool, input: ToolInput): Promise<ToolOutcome> {
    const { call, brief } = this.#deps;
    const began = performance.now();
    const outcome = await tool.work.run({
      ...{ call, brief },
      idempotencyKey: `${call.callId}:${callId}`,
      input,
      signal: tool.changes ? this.#never.signal : this.#over.signal,
      mayRepeat: () => this.#mayRepeat(callId, tool),
    });
    const { status, detail, unknown, answer } = outcome;
    countTool(performance.now() - began, status);
    return {
      ...{ status, detail: readable(detail) },
      ...(unknown && { unknown }),
      ...(answer !== undefined && { answer: readable(answer) }),
    };
  }

  /** Where that cannot be counted, nothing is sent again. */
  async #mayRepeat(callId: string, tool: VoiceTool): Promise<boolean> {
    const { toolCalls, log } = this.#deps;
    if (!toolCalls || !isStored(tool)) return true;
    try {
      return await toolCalls.mayRepeat(callId);
    } catch (err) {
      log.warn(
        { err, tool: tool.name },
        'a tool of a voice agent was not retried: the retry could not be stored',
      );
      return false;
    }
  }
}

const technicalProblem: ToolOutcome = { status: 'failed', detail: 'It did not work: technical problem.' };

/** Control characters would only cost tokens; line breaks stay. */
function readable(detail: unknown): string {
  const text = String(detail)
    .slice(0, longestDetail * 2)
    .toWellFormed();
  const clean = text.replace(/[^\P{Cc}\n]|[\p{Cf}\u{fffd}]/gu, ' ');
  return clean.length <= longestDetail ? clean : `${clean.slice(0, longestDetail - 1).toWellFormed()}…`;
}
