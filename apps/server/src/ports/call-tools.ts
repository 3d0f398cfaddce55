import type { ToolRequest, TransportOutcome } from './tool-transport.ts';
import type { ToolDefinition } from './voice-tools.ts';

/** Which tool of an organization: one of its own, or one of an MCP server. */
export type ToolRef = { readonly toolId: string } | { readonly mcpServerId: string; readonly name: string };

/** A tool that an organization has added, as a call uses it: with its definition of now. */
export interface CallTool {
  readonly ref: ToolRef;
  readonly name: string;
  /** What a person reads of its use. */
  readonly title: string;
  /** What it is for; the model reads this. */
  readonly purpose: string;
  /** JSON Schema of the input. */
  readonly inputs: ToolDefinition['parameters'];
  readonly changes: boolean;
  readonly honoursKey: boolean;
  readonly limitMs: number;
  /** Empty: what the session says. */
  readonly sayMeanwhile: string;
  readonly sayOnFailure: string;
  /** Nothing is recorded while its answer is waited for. */
  readonly pausesRecording?: boolean;
  readonly sampleAnswer: string;
  /** It may be carried out in the sandbox and in tries, although it changes something. */
  readonly runInSandbox: boolean;
  /** Sends it once. */
  send(request: Omit<ToolRequest<unknown>, 'tool' | 'tenantId'>): Promise<TransportOutcome>;
  /** The values in an answer that later tool calls may use. */
  variablesOf(answer: string): Readonly<Record<string, string>>;
}

export interface CallTools {
  /** In the order of the refs. Those that are gone, not allowed or have changed since somebody looked are left out. */
  find(tenantId: string, refs: readonly ToolRef[]): Promise<readonly CallTool[]>;
}
