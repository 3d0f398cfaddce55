import {
  checkHeaders,
  type McpServer,
  type McpTool,
  type SaveMcpServerBody,
  saveMcpServerBody,
} from '@parley/contract';
import type { ConductDraft } from '../conduct-fields.tsx';
import type { FormErrors } from '../editor/form-errors.ts';
import { type HeaderRow, headerRowsOf, headersOf } from '../editor/tool-draft.ts';

export interface ToolOptions extends ConductDraft {
  name: string;
  allowed: boolean;
  /** Of the description that was looked at. */
  hash: string;
  sampleAnswer: string;
}

/** What is typed on the page of an MCP server. */
export interface ServerDraft {
  name: string;
  address: string;
  headers: readonly HeaderRow[];
  tools: readonly ToolOptions[];
}

export function draftOfServer({ name, address, headers, tools }: McpServer): ServerDraft {
  return { name, address, headers: headerRowsOf(headers), tools: tools.map(optionsOf) };
}

function optionsOf(tool: McpTool): ToolOptions {
  const { name, allowed, hash, title, changes, honoursKey, runInSandbox } = tool;
  const { limitSeconds, sayMeanwhile, sayOnFailure, sampleAnswer } = tool;
  return {
    ...{ name, allowed, hash, title, changes, honoursKey, runInSandbox },
    ...{ sayMeanwhile, sayOnFailure, sampleAnswer },
    limitSeconds: String(limitSeconds),
    pausesRecording: tool.pausesRecording === true,
  };
}

export function bodyOf(draft: ServerDraft, revision: number): SaveMcpServerBody {
  return {
    revision,
    name: draft.name.trim(),
    address: draft.address.trim(),
    headers: headersOf(draft.headers),
    tools: draft.tools.map(({ pausesRecording, ...tool }) => ({
      ...tool,
      ...(pausesRecording && { pausesRecording }),
      title: tool.title.trim(),
      honoursKey: tool.changes && tool.honoursKey,
      runInSandbox: tool.changes && tool.runInSandbox,
      limitSeconds: tool.limitSeconds.trim() === '' ? Number.NaN : Number(tool.limitSeconds),
    })),
  };
}

/** The first sentence for each place, such as `tools.0.limitSeconds`. */
export function serverErrors(draft: ServerDraft): FormErrors {
  const body = bodyOf(draft, 1);
  const errors = new Map<string, string>();
  if (!/^https?:\/\/[^/\s]+/.test(body.address)) errors.set('address', 'An address begins with https://.');
  for (const { path, message } of saveMcpServerBody.safeParse(body).error?.issues ?? []) {
    const place = path.join('.');
    if (errors.has(place)) continue;
    errors.set(place, place.endsWith('.secret') ? 'Choose a secret.' : sentenceAt(place, message));
  }
  for (const { path, sentence } of checkHeaders(body.headers))
    if (!errors.has(path)) errors.set(path, sentence);
  return errors;
}

function sentenceAt(place: string, message: string): string {
  return place.endsWith('.limitSeconds') ? 'Enter a whole number of seconds, 1 to 30.' : message;
}
