import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { agentLimits, characterCount, publishable } from '@parley/contract';
import type { Database } from '../adapters/postgres/database.ts';
import { readConfig } from '../config/config.ts';
import { defaultTenant } from '../features/access/tenant.ts';
import { type PublishProblems, publishProblems } from '../features/agents/publish-problems.ts';
import type { AgentEditor } from '../ports/agent-editor.ts';
import type { CommandResult } from './access-commands.ts';
import { type AgentFile, readAgentFile, writeAgentFile } from './agent-file.ts';
import { importAgents } from './import-agents.ts';
import { withErrorsAsOutput } from './run-command.ts';
import { CommandUnavailable } from './unavailable.ts';

export const usage = `Agents as YAML files, so that they can be kept in a repository:

  npm run agents -- export FOLDER            writes a file for each agent, as it is published
  npm run agents -- export FOLDER AGENT …    only these, by their ids
  npm run agents -- import FILE …            checks all files, then makes them the drafts of their agents
  npm run agents -- import FILE … --publish  and publishes them

  --draft        exports drafts instead of what is published
  --note TEXT    what the history of versions says about it
  --overwrite    replaces drafts that hold changes which were not published
  --tenant ID    of an organization; without it the default one is meant`;

interface Command {
  readonly act: 'export' | 'import';
  readonly words: readonly string[];
  readonly tenantId: string;
  readonly note: string;
  readonly flags: ReadonlySet<string>;
}

const flagsOf = { export: ['--draft'], import: ['--publish', '--overwrite'] } as const;

/** `npm run agents -- …`: works whether or not the server runs. */
export function runAgents(args: readonly string[], settings: NodeJS.ProcessEnv): Promise<CommandResult> {
  return withErrorsAsOutput(async () => {
    const command = parse(args);
    if (command === null) return { exitCode: 2, output: usage };
    const files = command.act === 'import' ? await readFiles(command) : null;
    if (files !== null && 'faults' in files) return { exitCode: 1, output: files.faults.join('\n') };
    const config = readConfig(settings);
    // Imported late: the database code takes long to load, and a mistyped command does not need it.
    const { openCommandDatabase } = await import('./open-database.ts');
    const { createAgentEditor } = await import('../adapters/postgres/agents/agent-editor.ts');
    await using opened = await openCommandDatabase(config);
    const editor = createAgentEditor(opened.database);
    if (files === null) return await exportAgents(editor, command);
    const { tenantId, note, flags } = command;
    if (flags.has('--publish')) {
      const faults = await toolFaults(await toolsOf(opened.database), tenantId, files.agents);
      if (faults.length > 0) return { exitCode: 1, output: [...faults, 'Nothing was changed.'].join('\n') };
    }
    return await importAgents(editor, tenantId, files.agents, {
      note,
      publish: flags.has('--publish'),
      overwrite: flags.has('--overwrite'),
    });
  });
}

async function toolsOf(database: Database): Promise<PublishProblems> {
  const { createToolStore } = await import('../adapters/postgres/tools/http-tools.ts');
  const { createMcpServerStore } = await import('../adapters/postgres/tools/mcp-servers.ts');
  return publishProblems(createToolStore(database), createMcpServerStore(database));
}

/** As the route checks that publishes: tools that exist, are allowed, and whose names do not clash (TL9). */
async function toolFaults(
  problemsOf: PublishProblems,
  tenantId: string,
  files: readonly NamedFile[],
): Promise<string[]> {
  const faults: string[] = [];
  for (const { name, id, config, lineOf } of files)
    for (const { path, sentence } of await problemsOf(tenantId, id, config))
      faults.push(`${name}:${lineOf(path)}: ${path}: ${sentence}`);
  return faults;
}

function parse(args: readonly string[]): Command | null {
  let words = [...args];
  const optionValue = (name: string): string | null | undefined => {
    const place = words.indexOf(name);
    if (place < 0) return null;
    const value = words[place + 1];
    words = words.toSpliced(place, 2);
    return value;
  };
  const tenantId = optionValue('--tenant');
  const note = optionValue('--note');
  if (tenantId === undefined || note === undefined || characterCount(note ?? '') > agentLimits.noteMax)
    return null;
  const [act, ...rest] = words;
  if (act !== 'export' && act !== 'import') return null;
  const flags = rest.filter((word) => word.startsWith('--'));
  if (flags.some((flag) => !(flagsOf[act] as readonly string[]).includes(flag))) return null;
  const named = rest.filter((word) => !word.startsWith('--'));
  if (named.length === 0) return null;
  return {
    act,
    words: named,
    tenantId: tenantId ?? defaultTenant(),
    note: note ?? '',
    flags: new Set(flags),
  };
}

interface NamedFile extends AgentFile {
  readonly name: string;
}

/** All files, or every fault in any of them: then nothing is imported. */
async function readFiles({
  words,
  flags,
}: Command): Promise<{ agents: readonly NamedFile[] } | { faults: readonly string[] }> {
  const agents: NamedFile[] = [];
  const faults: string[] = [];
  for (const name of words) {
    const text = await readFile(name, 'utf8').catch(() => null);
    if (text === null) faults.push(`${name}: cannot be read`);
    else if (text.length > agentLimits.draftBytesMax) faults.push(`${name}: is too large for an agent`);
    else {
      const read = readAgentFile(text);
      if (read.kind === 'faults') {
        faults.push(...read.faults.map(({ line, sentence }) => `${name}:${line}: ${sentence}`));
        continue;
      }
      const { file } = read;
      if (agents.some(({ id }) => id === file.id))
        faults.push(`${name}:${file.lineOf('agent')}: another file has the agent ${file.id} too`);
      if (flags.has('--publish')) {
        const problems = publishable(file.config, file.id);
        faults.push(
          ...problems.map(({ path, sentence }) => `${name}:${file.lineOf(path)}: ${path}: ${sentence}`),
        );
      }
      agents.push({ ...file, name });
    }
  }
  return faults.length > 0 ? { faults: [...faults, 'Nothing was changed.'] } : { agents };
}

async function exportAgents(
  editor: AgentEditor,
  { words, tenantId, flags }: Command,
): Promise<CommandResult> {
  const [folder = '.', ...wanted] = words;
  const cards = await editor.cards(tenantId, [], new Date());
  const ids =
    wanted.length > 0 ? wanted : cards.filter((card) => card.archivedAt === null).map(({ id }) => id);
  const missing = ids.filter((id) => !cards.some((card) => card.id === id));
  if (missing.length > 0)
    return { exitCode: 1, output: `There is no agent ${missing.join(', ')}. Nothing was written.` };
  await mkdir(folder, { recursive: true }).catch(() => {
    throw new CommandUnavailable(`The folder ${folder} cannot be made.`);
  });
  const lines: string[] = [];
  for (const id of ids) {
    const agent = await editor.get(tenantId, id);
    if (!agent) continue;
    const published = flags.has('--draft') ? null : agent.published;
    const path = join(folder, `${id}.yaml`);
    await writeFile(path, writeAgentFile(id, published?.config ?? agent.draft.config));
    lines.push(`${path}  ${published ? `version ${published.version}` : 'draft'}`);
  }
  return { exitCode: 0, output: lines.join('\n') || 'There is no agent.' };
}
