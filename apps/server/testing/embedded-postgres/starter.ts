/** A process of its own that starts the embedded PostgreSQL of a folder, so that tests can kill it. */
import { startEmbeddedPostgres } from '../../src/adapters/embedded-postgres/embedded-postgres.ts';

const said: string[] = [];
const note = (message: string) => void said.push(message);
const log = { info: note, warn: note, error: note };
const report = (message: object) => process.send?.({ ...message, said });
const [dataDir = '', manner] = process.argv.slice(2);

try {
  const server = await startEmbeddedPostgres({ dataDir, log, dieWithParent: manner !== 'outlived' });
  // A test that ends early must not leave its server behind.
  const stop = () => server.stop().finally(() => process.exit());
  process.once('disconnect', stop).once('message', stop);
  report({ connection: server.connection, attached: server.attached });
} catch (error) {
  report({ fault: error instanceof Error ? error.message : String(error) });
  process.disconnect?.();
}
