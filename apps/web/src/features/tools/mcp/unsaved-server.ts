import { type McpServer, mcpServer } from '@parley/contract';
import { asObject } from '../../../lib/parsing/json.ts';
import { bodyOf, type ServerDraft } from './server-draft.ts';

/** What was typed, and what it was based on; null for a server that is not connected yet. */
export interface UnsavedServer {
  base: McpServer | null;
  draft: ServerDraft;
}

export const unsavedServerName = (id: string | null) => `mcp-server:${id ?? 'new'}`;

/** Null for what is no draft of this form. Mistakes that were typed are no reason to lose it. */
export function parseUnsavedServer(stored: unknown): UnsavedServer | null {
  const fields = asObject(stored);
  const base = fields?.base == null ? null : mcpServer.safeParse(fields.base).data;
  if (base === undefined) return null;
  try {
    const draft = fields?.draft as ServerDraft;
    // Fails where a part of the form is missing.
    bodyOf(draft, 1);
    return { base, draft };
  } catch {
    return null;
  }
}
