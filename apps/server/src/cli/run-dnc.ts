import { normalizePhoneNumber, phoneNumberSentence } from '@parley/contract';
import { readConfig } from '../config/config.ts';
import { defaultTenant } from '../features/access/tenant.ts';
import type { DoNotCallEntry, DoNotCallList } from '../ports/do-not-call.ts';
import { createNumberDigest } from '../ports/number-digest.ts';
import type { CommandResult } from './access-commands.ts';
import { withErrorsAsOutput } from './run-command.ts';

export const usage = `Numbers that are never called:

  npm run dnc -- list             every number on the list, and who put it there
  npm run dnc -- unconfirmed      only those that an inbound caller asked for: the number may have been forged
  npm run dnc -- add NUMBER       never call this number again
  npm run dnc -- confirm NUMBER   the person really asked for it
  npm run dnc -- remove NUMBER    let it be called again

  --tenant ID at the end names an organization; without it the list of the default one is meant.`;

const silent = { debug() {}, info() {}, warn() {}, error() {} };

const ofList = ['list', 'unconfirmed'] as const;
const ofNumber = ['add', 'confirm', 'remove'] as const;

interface Command {
  readonly name: (typeof ofList)[number] | (typeof ofNumber)[number];
  readonly number: string;
  readonly tenantId: string;
}

/** `npm run dnc -- …`: works whether or not the server runs. */
export function doNotCall(args: readonly string[], settings: NodeJS.ProcessEnv): Promise<CommandResult> {
  return withErrorsAsOutput(async () => {
    const command = parse(args);
    if (command === null) return { exitCode: 2, output: usage };
    const number = normalizePhoneNumber(command.number);
    if (command.number !== '' && number === null) return { exitCode: 2, output: phoneNumberSentence };
    const config = readConfig(settings);
    // Imported late: the database code takes long to load, and a mistyped command does not need it.
    const { openCommandDatabase } = await import('./open-database.ts');
    const { createDoNotCallList } = await import('../adapters/postgres/do-not-call/list.ts');
    await using opened = await openCommandDatabase(config);
    const { createDeploymentKeys } = await import('../adapters/postgres/deployment-keys.ts');
    const keys = createDeploymentKeys(opened.database, opened.secrets, silent);
    const digestOf = createNumberDigest(await keys.get('number-digests'));
    const list = createDoNotCallList(opened.database, digestOf);
    return await act(list, { ...command, number: number ?? '' });
  });
}

function parse(args: readonly string[]): Command | null {
  const place = args.indexOf('--tenant');
  const tenantId = place < 0 ? defaultTenant() : args[place + 1];
  const words = place < 0 ? args : args.toSpliced(place, 2);
  const [word, ...rest] = words;
  // A number may be typed with spaces, as people write it.
  const number = rest.join(' ');
  if (tenantId === undefined) return null;
  const name = (number === '' ? ofList : ofNumber).find((one) => one === word);
  return name === undefined ? null : { name, number, tenantId };
}

async function act(list: DoNotCallList, { name, number, tenantId }: Command): Promise<CommandResult> {
  switch (name) {
    case 'list':
      return done(table(await list.list(tenantId)) ?? 'The list is empty.');
    case 'unconfirmed': {
      const entries = (await list.list(tenantId)).filter(({ unconfirmed }) => unconfirmed);
      return done(table(entries) ?? 'Every entry is confirmed.');
    }
    case 'confirm': {
      const outcome = await list.confirm(tenantId, number);
      if (outcome === 'missing') return { exitCode: 1, output: `${number} is not on the list.` };
      return done(outcome === 'confirmed' ? `${number} is confirmed.` : `${number} was confirmed already.`);
    }
    case 'add': {
      const entry = { number, source: 'command line', callId: null, unconfirmed: false };
      const added = await list.add(tenantId, entry);
      return done(added ? `${number} is not called any more.` : `${number} was on the list already.`);
    }
    case 'remove': {
      const removed = await list.remove(tenantId, number);
      return removed
        ? done(`${number} may be called again.`)
        : { exitCode: 1, output: `${number} is not on the list.` };
    }
  }
}

const done = (output: string): CommandResult => ({ exitCode: 0, output });

function table(entries: readonly DoNotCallEntry[]): string | null {
  if (entries.length === 0) return null;
  return entries
    .map(({ number, source, createdAt, unconfirmed }) => {
      const shown = number.startsWith('+') ? number : 'erased number';
      const line = `${shown.padEnd(17)} ${createdAt.toISOString().slice(0, 10)}  ${source}`;
      return unconfirmed ? `${line}  unconfirmed` : line;
    })
    .join('\n');
}
