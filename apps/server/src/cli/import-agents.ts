import { isDeepStrictEqual } from 'node:util';
import type { AgentEditor, StoredAgent } from '../ports/agent-editor.ts';
import type { CommandResult } from './access-commands.ts';
import type { AgentFile } from './agent-file.ts';

export interface ImportOptions {
  readonly note: string;
  readonly publish: boolean;
  /** Whether drafts may be replaced that hold changes which were not published. */
  readonly overwrite: boolean;
}

/** Commands act as themselves: the audit log and the history show this. */
const actor = { userId: 'command line', displayName: 'Command line' };

/** Makes files the drafts of their agents, after all of them were found good. */
export async function importAgents(
  editor: AgentEditor,
  tenantId: string,
  files: readonly AgentFile[],
  options: ImportOptions,
): Promise<CommandResult> {
  const stored = new Map<string, StoredAgent | null>();
  for (const { id } of files) stored.set(id, await editor.get(tenantId, id));
  const refused = files.flatMap((file) => refusalOf(file, stored.get(file.id) ?? null, options));
  if (refused.length > 0) return { exitCode: 1, output: [...refused, 'Nothing was changed.'].join('\n') };
  const lines: string[] = [];
  for (const file of files)
    lines.push(await importOne(editor, tenantId, file, stored.get(file.id) ?? null, options));
  const failed = lines.some((line) => /somebody is editing|not made/.test(line));
  return { exitCode: failed ? 1 : 0, output: lines.join('\n') };
}

function refusalOf(
  { id, config }: AgentFile,
  agent: StoredAgent | null,
  { overwrite }: ImportOptions,
): string[] {
  if (agent?.archivedAt) return [`${id}  is archived`];
  if (!agent || overwrite || isDeepStrictEqual(agent.draft.config, config)) return [];
  const isPublished =
    agent.published !== null && isDeepStrictEqual(agent.draft.config, agent.published.config);
  return isPublished
    ? []
    : [`${id}  has changes in its draft that were not published (--overwrite replaces them)`];
}

async function importOne(
  editor: AgentEditor,
  tenantId: string,
  { id, config }: AgentFile,
  agent: StoredAgent | null,
  { publish, note }: ImportOptions,
): Promise<string> {
  const at = new Date();
  let revision = agent?.draft.revision ?? 1;
  let done = 'draft is the same';
  if (!agent) {
    const made = await editor.create(tenantId, { id, config, request: null }, actor);
    if (made.kind !== 'made') return `${id}  not made: there are too many agents`;
    done = 'made, with this draft';
  } else if (!isDeepStrictEqual(agent.draft.config, config)) {
    const saved = await editor.saveDraft(tenantId, id, { revision, config }, actor, at);
    if (saved.kind !== 'saved') return `${id}  not changed: somebody is editing it right now`;
    revision = saved.draft.revision;
    done = 'draft replaced';
  }
  if (!publish) return `${id}  ${done}`;
  const result = await editor.publish(tenantId, id, { revision, note }, actor, at);
  if (result.kind !== 'published') return `${id}  ${done}, not published: somebody is editing it right now`;
  const { version } = result.version;
  return result.created ? `${id}  published as version ${version}` : `${id}  is version ${version} already`;
}
