import type { ConnectionKind } from '@parley/contract';
import { readAddressFile } from '../composition/address-file.ts';
import { type Config, readConfig } from '../config/config.ts';
import type { StoredConnection } from '../ports/connections.ts';
import type { CommandResult } from './access-commands.ts';
import { connectedFindings } from './doctor/connections.ts';
import { checkDataFolder } from './doctor/data-folder.ts';
import { checkDatabase } from './doctor/database.ts';
import { environmentFinding } from './doctor/environment.ts';
import { checkFiles } from './doctor/files.ts';
import { checkFilesKey } from './doctor/files-key.ts';
import type { Finding } from './doctor/finding.ts';
import { checkModel } from './doctor/model.ts';
import { checkPhone, resolveCarrierForDoctor } from './doctor/phone.ts';
import { checkProxy } from './doctor/proxy.ts';
import { checkPublicAddress } from './doctor/public-address.ts';
import { withErrorsAsOutput } from './run-command.ts';

export const usage = `Checks everything this Parley depends on:

  npm run doctor    data folder, database, its roles, files, mail where it is set, phone account,
                    number, public address, model, and the speech service where calls use one`;

/** `npm run doctor`: one line for each check, with a remedy for each fault; exit code 1 if there is a fault. */
export function doctor(args: readonly string[], settings: NodeJS.ProcessEnv): Promise<CommandResult> {
  return withErrorsAsOutput(async () => {
    if (args.length > 0) return { exitCode: 2, output: usage };
    const config = readConfig(settings);
    const findings = await runChecks(config);
    const faults = findings.filter(({ remedy }) => remedy !== null).length;
    const result = faults === 0 ? 'No faults found.' : `${faults} of ${findings.length} need a change.`;
    return { exitCode: faults === 0 ? 0 : 1, output: [...findings.map(lineOf), '', result].join('\n') };
  });
}

async function runChecks(config: Config): Promise<Finding[]> {
  const { findings, addressKey, connections } = await checkDatabase(config);
  const publicUrl = publicUrlOf(config, connections);
  const carrier = await resolveCarrierForDoctor(config);
  const resolved = { ...config, carrier };
  const has = (kind: ConnectionKind) => connections.some(({ settings }) => settings.kind === kind);
  const groups = await Promise.all([
    checkDataFolder(config),
    findings,
    checkFilesKey(resolved),
    checkFiles(resolved),
    environmentFinding(resolved, 'mail'),
    checkPhone(carrier, publicUrl, has('phone')),
    checkPublicAddress(config, publicUrl, addressKey),
    checkProxy(config),
    checkModel(resolved, has('model')),
    environmentFinding(resolved, 'speech'),
    connectedFindings(resolved, connections),
  ]);
  return groups.flat().filter((finding) => finding !== null);
}

function publicUrlOf(config: Config, connections: readonly StoredConnection[]): string {
  const [connected] = connections.flatMap(({ settings }) =>
    settings.kind === 'address' ? [settings.url] : [],
  );
  return (
    config.publicUrl ?? connected ?? readAddressFile(config.dataDir) ?? `http://${config.host}:${config.port}`
  );
}

function lineOf({ name, message, remedy }: Finding): string {
  const line = `${remedy === null ? 'ok   ' : 'FAULT'}  ${name.padEnd(14)}  ${message}`;
  return remedy === null ? line : `${line}\n${' '.repeat(23)}→ ${remedy}`;
}
