/** A process of its own that starts the embedded PostgreSQL of a folder, so that tests can kill it. */
import { startEmbeddedPostgres } from '../embedded-postgres.ts';

const said: string[] = [];
const note = (message: string) => void said.push(message);
const report = (message: object) => process.send?.({ ...message, said });
const [dataDir = ''] = process.argv.slice(2);

try {
  const server = await startEmbeddedPostgres({ dataDir, log: { info: note, warn: note, error: note } });
  process.on('message', async () => {
    await server.stop();
    process.disconnect?.();
  });
  report({ connection: server.connection, attached: server.attached });
} catch (error) {
  report({ fault: error instanceof Error ? error.message : String(error) });
  process.disconnect?.();
}
