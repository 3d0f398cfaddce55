import { type HttpToolConfig, type Tool, tool } from '@parley/contract';
import { asObject } from '../../../lib/parsing/json.ts';
import { configOf, type HeaderRow, type ToolDraft } from './tool-draft.ts';

/** What was typed, and what it was based on. */
export interface UnsavedTool {
  base: { tool: Tool | null; config: HttpToolConfig };
  draft: ToolDraft;
}

export const unsavedToolName = (id: string | null) => `tool:${id ?? 'new'}`;

/** Null for what is no draft of this form. Mistakes that were typed are no reason to lose it. `initial`: what a new tool begins with. */
export function parseUnsavedTool(stored: unknown, initial: HttpToolConfig): UnsavedTool | null {
  const fields = asObject(stored);
  const base = asObject(fields?.base);
  const saved = base?.tool == null ? null : tool.safeParse(base.tool).data;
  if (base === null || saved === undefined) return null;
  try {
    const draft = fields?.draft as ToolDraft;
    // Fails where a part of the form is missing.
    configOf(draft);
    return { base: { tool: saved, config: saved?.config ?? initial }, draft };
  } catch {
    return null;
  }
}

const secretNames = /auth|cookie|key|pass|secret|session|token/i;

/**
 * What somebody typed as the text of such a header may be a secret, whatever its kind: it is not stored in the browser, and
 * is typed anew. A secret itself is only named here.
 */
export function withoutSecretTexts(rows: readonly HeaderRow[]): HeaderRow[] {
  return rows.map((row) => (row.kind === 'text' && secretNames.test(row.name) ? { ...row, text: '' } : row));
}
