import { startServer } from './composition/server.ts';
import { Shutdown } from './composition/shutdown.ts';
import { lowerV8ThreadPriority } from './composition/single-core.ts';
import { type Config, ConfigFault, readConfig } from './config/config.ts';
import { createLogger } from './logger.ts';

/** Time after the drain for sockets, jobs, child processes and the database to stop. */
const stopSeconds = 20;
/** A supervisor that signals the process group reaches us twice, directly and through our parent: that counts once. */
const sameSignalMs = 500;

const config = configOrExit();
const log = createLogger(config.logLevel);
const shutdown = new Shutdown(log);

lowerV8ThreadPriority();

let stopRequestedAt = 0;

async function stop(why: string, code: number): Promise<void> {
  if (shutdown.started) {
    if (Date.now() - stopRequestedAt < sameSignalMs) return;
    // A second request exits at once.
    process.exit(1);
  }
  stopRequestedAt = Date.now();
  log.info({ why }, 'stopping');
  try {
    await shutdown.run((config.drainSeconds + stopSeconds) * 1000);
  } catch (err) {
    log.error({ err }, 'shutdown exceeded its deadline; exiting with work unfinished');
    process.exit(1);
  }
  process.exit(code);
}

process.on('SIGINT', () => stop('SIGINT', 0));
process.on('SIGTERM', () => stop('SIGTERM', 0));
process.on('SIGHUP', () => stop('SIGHUP', 0));
// The script that started us has an IPC channel; when it is killed, no signal would reach us.
process.on('disconnect', () => stop('the parent process exited', 0));
process.on('uncaughtException', (err) => {
  log.fatal({ err }, 'uncaught exception; the server stops');
  void stop('uncaught exception', 1);
});
process.on('unhandledRejection', (err) => {
  log.fatal({ err }, 'unhandled promise rejection; the server stops');
  void stop('unhandled rejection', 1);
});

try {
  const server = await startServer(config, log, shutdown);
  if (!shutdown.started) process.stdout.write(`${server.startMessage}\n`);
} catch (error) {
  log.debug({ err: error }, 'start failed');
  await shutdown
    .run(stopSeconds * 1000)
    .catch((err) => log.error({ err }, 'shutdown exceeded its deadline; exiting with work unfinished'));
  // Last, so that it is the last line on the terminal.
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

function configOrExit(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    if (!(error instanceof ConfigFault)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}
