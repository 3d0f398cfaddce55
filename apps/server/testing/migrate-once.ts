import { prepareDatabase } from '../src/adapters/postgres/migrate.ts';
import { testSecret } from './cluster.ts';

/** Run as a process: migrates one database and prints what it applied. */
const connection = JSON.parse(process.argv[2] ?? '{}');
const { applied } = await prepareDatabase(connection, testSecret);
process.stdout.write(JSON.stringify(applied));
