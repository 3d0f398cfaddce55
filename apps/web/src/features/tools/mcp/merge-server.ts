import type { McpServer } from '@parley/contract';
import { type FormPart, isSameIn, type Merge, mergeDrafts } from '../merge-drafts.ts';
import { draftOfServer, type ServerDraft, type ToolOptions } from './server-draft.ts';

const place: readonly FormPart<ServerDraft>[] = [
  { label: 'Name', fields: ['name'] },
  { label: 'Address', fields: ['address'] },
  { label: 'Headers', fields: ['headers'] },
];

const parts: readonly FormPart<ServerDraft>[] = [...place, { label: 'Tools', fields: ['tools'] }];

export function isSameServer(one: ServerDraft, other: ServerDraft): boolean {
  return isSameIn(parts, one, other);
}

/** Two changes of the same MCP server; the tools are those that it lists now. */
export function mergeServer(base: McpServer, mine: ServerDraft, now: McpServer): Merge<ServerDraft> {
  const [before, theirs] = [draftOfServer(base), draftOfServer(now)];
  const merge = mergeDrafts(place, before, mine, theirs);
  const tools = theirs.tools.map((tool) => {
    const [was, own] = [before, mine].map((draft) => draft.tools.find(({ name }) => name === tool.name));
    if (was === undefined || own === undefined) return { options: tool, theirs: false, both: false };
    const merged = mergeDrafts(optionParts(own), was, own, tool);
    return {
      // What was looked at counts as long as it is what the server offers.
      options: { ...merged.merged, hash: isOffered(now, own) ? own.hash : tool.hash },
      theirs: merged.theirs.length > 0,
      both: merged.both.length > 0,
    };
  });
  const named = (kind: 'theirs' | 'both') => tools.flatMap((tool) => (tool[kind] ? [tool.options.name] : []));
  return {
    merged: { ...merge.merged, tools: tools.map(({ options }) => options) },
    theirs: [...merge.theirs, ...named('theirs')],
    both: [...merge.both, ...named('both')],
  };
}

/** What was typed of a server that is gone, for the one that is added in its place: allowed is only what was looked at. */
export function asNewServer(mine: ServerDraft, created: McpServer): ServerDraft {
  const now = draftOfServer(created);
  const tools = now.tools.map((tool) => {
    const own = mine.tools.find(({ name }) => name === tool.name);
    return own ? { ...own, hash: tool.hash, allowed: own.allowed && own.hash === tool.hash } : tool;
  });
  return { ...now, tools };
}

function optionParts(options: ToolOptions): FormPart<ToolOptions>[] {
  const fields = (Object.keys(options) as (keyof ToolOptions)[]).filter((field) => field !== 'hash');
  return fields.map((field) => ({ label: field, fields: [field] }));
}

function isOffered({ tools }: McpServer, { name, hash }: ToolOptions): boolean {
  return tools.some((tool) => tool.name === name && tool.offered?.hash === hash);
}
