import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { access } from './run-access.ts';

// The settings of the server, from the same file; what the shell says comes first.
const settings = join(import.meta.dirname, '../../../../.env');
if (existsSync(settings)) process.loadEnvFile(settings);

const { code, says } = await access(process.argv.slice(2), process.env);
if (code === 0) console.log(says);
else console.error(says);
process.exitCode = code;
