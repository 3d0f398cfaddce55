import { notedAddress } from '../composition/address-note.ts';
import { type Config, readConfig } from '../config/config.ts';
import type { Outcome } from './access-commands.ts';
import { checkDataFolder } from './doctor/data-folder.ts';
import { checkDatabase } from './doctor/database.ts';
import type { Finding } from './doctor/finding.ts';
import { checkModel } from './doctor/model.ts';
import { checkPhone, settledForDoctor } from './doctor/phone.ts';
import { checkProxy } from './doctor/proxy.ts';
import { checkCallback } from './doctor/public-address.ts';
import { checkSpeech } from './doctor/speech.ts';
import { inWords } from './run-command.ts';

export const usage = `Looks at everything this Parley depends on:

  npm run doctor    data folder, database, its roles, carrier login, number, public address, model,
                    and the speech service where calls are held by one`;

/** `npm run doctor`: one line for each thing, one remedy for each fault, exit code 1 where there is one. */
export function doctor(args: readonly string[], settings: NodeJS.ProcessEnv): Promise<Outcome> {
  return inWords(async () => {
    if (args.length > 0) return { code: 2, says: usage };
    const config = readConfig(settings);
    const findings = await examine(config);
    const ill = findings.filter(({ remedy }) => remedy !== null).length;
    const verdict = ill === 0 ? 'Everything is well.' : `${ill} of ${findings.length} need a change.`;
    return { code: ill === 0 ? 0 : 1, says: [...findings.map(lineOf), '', verdict].join('\n') };
  });
}

async function examine(config: Config): Promise<Finding[]> {
  const publicUrl =
    config.publicUrl ?? notedAddress(config.dataDir) ?? `http://${config.host}:${config.port}`;
  const carrier = await settledForDoctor(config);
  const groups = await Promise.all([
    checkDataFolder(config),
    checkDatabase(config),
    checkPhone(carrier, publicUrl),
    checkCallback(publicUrl),
    checkProxy(config),
    checkModel(config, carrier),
    checkSpeech(config),
  ]);
  return groups.flat();
}

function lineOf({ name, says, remedy }: Finding): string {
  const line = `${remedy === null ? 'ok   ' : 'FAULT'}  ${name.padEnd(14)}  ${says}`;
  return remedy === null ? line : `${line}\n${' '.repeat(23)}→ ${remedy}`;
}
