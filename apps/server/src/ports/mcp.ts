import type { RouteName } from '@parley/contract';
import type { ZodMiniObject } from 'zod/mini';
import type { Caller } from './caller.ts';
import type { Answer } from './endpoint.ts';
import type { Log } from './log.ts';

/** Asks a route of the API as the key that the request came with: same permission, checks, limits and audit log. */
export type AskRoute = <Name extends RouteName>(
  name: Name,
  asked?: {
    readonly params?: object;
    readonly query?: object;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: object;
  },
) => Promise<Answer<Name>>;

/** One request of a program. */
export interface McpSession {
  readonly caller: Caller;
  readonly ask: AskRoute;
  readonly log: Log;
}

export interface McpTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: ZodMiniObject;
  /** Whoever may not use the route does not see the tool. */
  readonly route: RouteName;
  readonly changes: 'nothing' | 'adds' | 'calls somebody';
  /** `input` is what the schema makes of what was sent. */
  run(input: Readonly<Record<string, unknown>>, session: McpSession): Promise<object>;
}

export interface McpAnswer {
  readonly status: number;
  readonly contentType: string | null;
  readonly text: string;
}

export interface McpService {
  /** Null where the caller may use no tool at all. */
  answer(
    headers: Readonly<Record<string, string>>,
    body: unknown,
    session: McpSession,
  ): Promise<McpAnswer | null>;
}
