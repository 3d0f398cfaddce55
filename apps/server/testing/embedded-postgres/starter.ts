/** Run as a process that starts the embedded PostgreSQL of a folder, so that tests can kill it. */
import { startEmbeddedPostgres } from '../../src/adapters/embedded-postgres/embedded-postgres.ts';

const logged: string[] = [];
const note = (message: string) => void logged.push(message);
const log = { info: note, warn: note, error: note };
const report = (message: object) => process.send?.({ ...message, logged });
const [dataDir = '', mode] = process.argv.slice(2);

try {
  const server = await startEmbeddedPostgres({ dataDir, log, dieWithParent: mode !== 'outlived' });
  // A test that ends early must not leave its server running.
  const stop = () => server.stop().finally(() => process.exit());
  process.once('disconnect', stop).once('message', stop);
  report({ connection: server.connection, attached: server.attached });
} catch (error) {
  report({ fault: error instanceof Error ? error.message : String(error) });
  process.disconnect?.();
}
