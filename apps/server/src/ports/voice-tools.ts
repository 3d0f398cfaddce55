/** Tools: what an agent can do on a call besides speaking. Which ones there are, `voice/tools` says. */

/** A tool as models see it. */
export interface ToolDefinition {
  /** Letters, digits, _ and -, at most 64 characters: every provider accepts that. */
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the input, which is an object. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

export type ToolInput = Readonly<Record<string, unknown>>;

/** A tool call as the model made it. Neither name nor input has been checked. */
export interface RequestedToolCall {
  readonly name: string;
  readonly input: unknown;
}

/** A tool call in a form that every provider accepts in its history. */
export interface ToolCall {
  readonly name: string;
  readonly input: ToolInput;
}

/** The result of a tool call, as the model gets it. */
export interface ToolResult {
  /**
   * `pending`: carried out after the text of this turn has been played; cancelled if the other party speaks before
   * that. `running`: no answer yet. `timed_out`: no answer within the tool's time limit.
   */
  readonly status: 'done' | 'pending' | 'running' | 'refused' | 'failed' | 'timed_out';
  readonly detail: string;
}

/** What a tool answers. */
export interface ToolOutcome extends ToolResult {
  /** `timed_out`: its answer never came. */
  readonly status: 'done' | 'refused' | 'failed' | 'timed_out';
  /** Of a tool that changes something: nobody knows whether it was done. */
  readonly unknown?: boolean;
  /** The answer as it is stored, where the model reads more than that. */
  readonly answer?: string;
}

export const toolNamePattern: RegExp = /^[a-zA-Z0-9_-]{1,64}$/;

/** The longest input of a tool call, as JSON. */
export const longestToolInput = 16_384;

/** The arguments of a tool call; undefined for what is no JSON or too long. Some models send nothing for an empty object. */
export function parseToolInput(json: string): unknown {
  if (json.length > longestToolInput) return undefined;
  try {
    return JSON.parse(json.trim() === '' ? '{}' : json);
  } catch {
    return undefined;
  }
}
