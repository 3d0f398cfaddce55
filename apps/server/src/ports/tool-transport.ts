import type { ToolInput } from './voice-tools.ts';

/**
 * Carries one request to a tool of somebody else, over HTTP or MCP, and says what is certain about it. It never repeats a
 * request: whether that is allowed is decided elsewhere.
 */
export interface ToolTransport<Tool> {
  run(request: ToolRequest<Tool>): Promise<TransportOutcome>;
}

export interface ToolRequest<Tool> {
  readonly tenantId: string;
  readonly tool: Tool;
  /** What the model sent; it fits the schema of the tool. */
  readonly input: ToolInput;
  /** Values from earlier answers in the same call, for placeholders that are no inputs. */
  readonly known: Readonly<Record<string, string>>;
  /** The same for every try of one tool call. Sent by tools that change something. */
  readonly idempotencyKey: string;
  /** In the sandbox a tool may stand on this machine. */
  readonly sandbox: boolean;
  /** Nobody waits any more; what was sent by then is lost. */
  readonly signal: AbortSignal;
  /** How long an answer is waited for. */
  readonly limitMs: number;
}

export type TransportOutcome =
  | AnsweredRequest
  /** Never sent, and would not be the next time either: an address that is not allowed, a value that is missing. */
  | { readonly kind: 'refused'; readonly why: string }
  /** Certainly not received: no connection was made. */
  | { readonly kind: 'not_sent'; readonly why: string }
  /** Sent, and no complete answer came: it may have been carried out. */
  | { readonly kind: 'lost'; readonly why: string };

export interface AnsweredRequest {
  readonly kind: 'answered';
  /** Of HTTP. An MCP tool that reports an error answers with 400, anything else with 200. */
  readonly status: number;
  /** Text without control characters, at most 8 kB. */
  readonly body: string;
  /** The parts of the answer that later calls may use. */
  readonly variables: Readonly<Record<string, string>>;
  /** For whoever tries the tool: as the service named it, and whether the body was longer. */
  readonly contentType?: string;
  readonly cut?: boolean;
}
