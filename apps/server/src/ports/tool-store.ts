import type { HttpToolConfig, McpServerConfig } from '@parley/contract';
import type { Caller } from './caller.ts';

export interface NamedAgent {
  readonly id: string;
  readonly displayName: string;
}

/** An HTTP tool as it is stored. Secrets are in it by name alone. */
export interface StoredTool {
  readonly id: string;
  readonly config: HttpToolConfig;
  readonly revision: number;
  readonly createdAt: Date;
  readonly changedAt: Date;
  /** Null: the person was erased. */
  readonly changedBy: { readonly displayName: string } | null;
  /** Those whose draft or published version uses it. */
  readonly agents: readonly NamedAgent[];
}

export type CreateToolResult =
  | { readonly kind: 'created'; readonly tool: StoredTool }
  | { readonly kind: 'name_taken' | 'too_many' };

export type SaveToolResult =
  | { readonly kind: 'saved'; readonly tool: StoredTool }
  /** `changed`: somebody else has saved since. */
  | { readonly kind: 'missing' | 'changed' | 'name_taken' };

export type RemoveToolResult =
  | { readonly kind: 'removed' | 'missing' | 'changed' }
  | { readonly kind: 'in_use'; readonly agents: readonly NamedAgent[] };

/** HTTP tools of organizations. Every change is stored with its audit entry. An id that is none is an unknown one. */
export interface ToolStore {
  /** By name. */
  list(tenantId: string): Promise<StoredTool[]>;
  get(tenantId: string, id: string): Promise<StoredTool | null>;
  /** The configurations of those that still exist, for a call that begins; one statement. */
  configs(tenantId: string, ids: readonly string[]): Promise<ReadonlyMap<string, HttpToolConfig>>;
  /** A repeated request with the same key makes one; null: every request makes one. */
  create(caller: Caller, config: HttpToolConfig, key: string | null, at: Date): Promise<CreateToolResult>;
  save(
    caller: Caller,
    id: string,
    revision: number,
    config: HttpToolConfig,
    at: Date,
  ): Promise<SaveToolResult>;
  remove(caller: Caller, id: string, revision: number): Promise<RemoveToolResult>;
}

export interface McpServerPlace {
  readonly name: string;
  readonly address: string;
  readonly config: McpServerConfig;
}

export interface StoredMcpServer extends McpServerPlace {
  readonly id: string;
  readonly revision: number;
  readonly changedAt: Date;
  /** When its tools were listed last; null: never. */
  readonly listedAt: Date | null;
  readonly problem: string | null;
  readonly agents: readonly NamedAgent[];
}

export type CreateMcpServerResult =
  | { readonly kind: 'created'; readonly server: StoredMcpServer }
  | { readonly kind: 'too_many' };

export type SaveMcpServerResult =
  | { readonly kind: 'saved'; readonly server: StoredMcpServer }
  | { readonly kind: 'missing' | 'changed' };

/** MCP servers of organizations, with their tools as they were last listed. */
export interface McpServerStore {
  list(tenantId: string): Promise<StoredMcpServer[]>;
  get(tenantId: string, id: string): Promise<StoredMcpServer | null>;
  /** Those that still exist, for a call that begins. */
  many(tenantId: string, ids: readonly string[]): Promise<ReadonlyMap<string, McpServerPlace>>;
  /** `listedAt` is `at`: a server is added once its tools were listed. */
  create(
    caller: Caller,
    server: McpServerPlace,
    key: string | null,
    at: Date,
  ): Promise<CreateMcpServerResult>;
  save(
    caller: Caller,
    id: string,
    revision: number,
    server: McpServerPlace,
    at: Date,
  ): Promise<SaveMcpServerResult>;
  /** Its tools were listed anew, or could not be (then the configuration is the one before). */
  listed(
    caller: Caller,
    id: string,
    revision: number,
    found: { readonly config: McpServerConfig; readonly problem: string | null },
    at: Date,
  ): Promise<SaveMcpServerResult>;
  remove(caller: Caller, id: string, revision: number): Promise<RemoveToolResult>;
}
