import type { VerifiedChain } from '../adapters/postgres/audit/verification.ts';
import { readConfig } from '../config/config.ts';
import type { AuditFinding } from '../lib/audit-verification.ts';
import type { CommandResult } from './access-commands.ts';
import { withErrorsAsOutput } from './run-command.ts';
import { CommandUnavailable } from './unavailable.ts';

export const usage = `Whether the audit log is as it was written:

  npm run audit -- verify                    finds entries that were changed, removed, added or moved
  npm run audit -- verify --tenant ID        only of this organization
      --checkpoint NUMBER:CODE               and that its chain has what an earlier verify has printed

  Exit code 0: nothing was found. 1: something was, or it cannot be read. Works whether or not the server runs.`;

interface Command {
  readonly tenantId: string | null;
  readonly expected: { readonly seq: number; readonly mac: string } | null;
}

/** How many findings of a chain are printed. */
const shownFindings = 100;

export function audit(args: readonly string[], settings: NodeJS.ProcessEnv): Promise<CommandResult> {
  return withErrorsAsOutput(async () => {
    const command = parse(args);
    if (command === null) return { exitCode: 2, output: usage };
    const config = readConfig(settings);
    // Imported late: the database code takes long to load, and a mistyped command does not need it.
    const { openCommandDatabase } = await import('./open-database.ts');
    const { createDeploymentKeys } = await import('../adapters/postgres/deployment-keys.ts');
    const { verifyAuditLog } = await import('../adapters/postgres/audit/verification.ts');
    const { SecretUnusable } = await import('../ports/vault.ts');
    await using opened = await openCommandDatabase(config);
    const keys = createDeploymentKeys(opened.database, opened.secrets, silent);
    const key = await keys.get('audit-chain').catch((error: unknown) => {
      if (!(error instanceof SecretUnusable)) throw error;
      throw new CommandUnavailable('The key of the audit log cannot be read with this AUTH_SECRET.');
    });
    return report(await verifyAuditLog(opened.database, { key, ...command }), command);
  });
}

function parse([name, ...options]: readonly string[]): Command | null {
  if (name !== 'verify') return null;
  let command: Command = { tenantId: null, expected: null };
  for (let index = 0; index < options.length; index += 2) {
    const value = options[index + 1];
    if (value === undefined) return null;
    if (options[index] === '--tenant') command = { ...command, tenantId: value };
    else if (options[index] === '--checkpoint') {
      const [, seq, mac] = /^([0-9]{1,15}):([0-9a-f]{32})$/.exec(value) ?? [];
      if (seq === undefined || mac === undefined) return null;
      command = { ...command, expected: { seq: Number(seq), mac } };
    } else return null;
  }
  // A checkpoint is one of a chain.
  return command.expected !== null && command.tenantId === null ? null : command;
}

export function report(chains: readonly VerifiedChain[], { tenantId, expected }: Command): CommandResult {
  if (tenantId !== null && chains.length === 0 && expected !== null)
    return { exitCode: 1, output: `${tenantId} has no audit log, but a checkpoint of it was written down.` };
  if (chains.length === 0) return { exitCode: 0, output: 'The audit log is empty.' };
  const isIntact = chains.every(({ findings }) => findings.length === 0);
  const lines = [...(hasOtherKey(chains) ? [otherKey] : []), ...chains.flatMap(linesOf)];
  return { exitCode: isIntact ? 0 : 1, output: lines.join('\n') };
}

const otherKey =
  'No checkpoint fits the key of this deployment. Either it is another key than the log was written with, because the row of deployment_keys was lost or comes from another backup, or the checkpoints were changed.';

/** With another key everything looks changed. */
function hasOtherKey(chains: readonly VerifiedChain[]): boolean {
  const sealed = chains.filter(({ checkpoint }) => checkpoint !== null);
  return (
    sealed.length > 0 &&
    sealed.every(({ findings }) => findings.some(({ kind }) => kind === 'checkpoint changed'))
  );
}

function linesOf({ tenantId, entries, waiting, findings, checkpoint }: VerifiedChain): string[] {
  const name = tenantId === '' ? 'The deployment' : tenantId;
  const count = `${entries} ${entries === 1 ? 'entry' : 'entries'}`;
  const unsealed = waiting === 0 ? '' : `, ${waiting} not sealed yet`;
  const state = findings.length === 0 ? 'intact' : `NOT INTACT, ${findings.length} found`;
  const more = findings.length - shownFindings;
  return [
    `${name}: ${count}${unsealed}, ${state}.`,
    ...findings.slice(0, shownFindings).map((finding) => `  ${sentenceOf(finding)}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
    ...(checkpoint === null ? [] : [`  Checkpoint: ${checkpoint.seq}:${checkpoint.mac}`]),
  ];
}

function sentenceOf(finding: AuditFinding): string {
  switch (finding.kind) {
    case 'changed':
      return `Entry ${finding.entryId} (number ${finding.seq} of the chain) was changed or moved.`;
    case 'missing':
      return `Entry ${finding.entryId} (number ${finding.seq} of the chain) is missing.`;
    case 'inserted':
      return `Entry ${finding.entryId} was added past the chain.`;
    case 'backdated':
      return `Entry ${finding.entryId} (number ${finding.seq} of the chain) is dated back.`;
    case 'seal changed':
      return `The code of number ${finding.seq} of the chain was changed.`;
    case 'seals missing':
      return `Numbers ${finding.fromSeq} to ${finding.toSeq} of the chain are missing.`;
    case 'seals added':
      return `Numbers ${finding.fromSeq} to ${finding.toSeq} of the chain were added.`;
    case 'checkpoint missing':
      return 'The checkpoint is missing.';
    case 'checkpoint changed':
      return 'The checkpoint was changed.';
    case 'other history':
      return `Number ${finding.seq} of the chain is not what was written down.`;
    case 'chain missing':
      return `The whole log of ${finding.tenantId} is missing.`;
  }
}

const nothing = () => {};
const silent = { debug: nothing, info: nothing, warn: nothing, error: nothing };
