import type { CallBrief } from '../../ports/language-model.ts';
import type { Log } from '../../ports/log.ts';
import type { CallKey } from '../../ports/transcript-store.ts';
import type { ToolInput, ToolOutcome } from '../../ports/voice-tools.ts';
import type { VoiceTool } from './voice-tool.ts';

export interface ToolRunsDeps {
  readonly call: CallKey;
  readonly brief: CallBrief;
  readonly tools: readonly VoiceTool[];
  readonly log: Log;
  onResult(callId: string, result: ToolOutcome): void;
}

/** What a model gets to read of an answer, in characters. */
const longestDetail = 8_000;

/** Runs the tools of one session. A run is not stopped by the conversation, and one that throws has failed. */
export class ToolRuns {
  readonly #deps: ToolRunsDeps;
  readonly #over = new AbortController();
  readonly #never = new AbortController();

  constructor(deps: ToolRunsDeps) {
    this.#deps = deps;
  }

  start(callId: string, name: string, input: ToolInput): void {
    const { tools, log, onResult } = this.#deps;
    const tool = tools.find((each) => each.name === name);
    void this.#run(callId, tool, input)
      .catch((err: unknown): ToolOutcome => {
        // A look-up that was stopped with the session has not failed.
        if (tool?.changes !== false || !this.#over.signal.aborted)
          log.warn({ err, tool: name }, 'a tool of a voice agent failed');
        return { status: 'failed', detail: 'It did not work: technical problem.' };
      })
      .then((outcome) => onResult(callId, outcome));
  }

  /** The session is over. What changes something runs to its end all the same. */
  end(): void {
    this.#over.abort();
  }

  async #run(callId: string, tool: VoiceTool | undefined, input: ToolInput): Promise<ToolOutcome> {
    if (tool?.work.by !== 'runner') throw new Error('There is no such tool to run.');
    const { call, brief } = this.#deps;
    const { status, detail } = await tool.work.run({
      ...{ call, brief },
      idempotencyKey: `${call.callId}:${callId}`,
      input,
      signal: tool.changes ? this.#never.signal : this.#over.signal,
    });
    return { status, detail: readable(detail) };
  }
}

/** Control characters would only cost tokens; line breaks stay. */
function readable(detail: unknown): string {
  const text = String(detail)
    .slice(0, longestDetail * 2)
    .toWellFormed();
  const clean = text.replace(/[^\P{Cc}\n]|[\p{Cf}\u{fffd}]/gu, ' ');
  return clean.length <= longestDetail ? clean : `${clean.slice(0, longestDetail - 1).toWellFormed()}…`;
}
