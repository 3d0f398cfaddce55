import { execFile } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../../..');
const run = promisify(execFile);

/** The client as it is packed, installed without a network into a folder that has nothing else. */
export async function installPackedClient(folder: string): Promise<void> {
  const PATH = `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH}`;
  const env = { ...process.env, PATH };
  await run('npm', ['pack', '-w', 'packages/client', '--pack-destination', folder], { cwd: root, env });
  const [packed = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  const quiet = ['--offline', '--no-audit', '--no-fund', '--no-package-lock'];
  await run('npm', ['install', ...quiet, `./${packed}`], { cwd: folder, env });
}
