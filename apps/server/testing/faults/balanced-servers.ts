import { join } from 'node:path';
import { Balancer } from '../balancer.ts';
import { freePort } from '../free-port.ts';
import type { KillAtPoint } from './plan.ts';
import { RestartingServer } from './restarting-server.ts';

export interface BalancedServers {
  readonly balancer: Balancer;
  readonly servers: readonly RestartingServer[];
}

/** Two servers behind a balancer, not started yet. Their conversations run so many times faster, and their time limits too. */
export async function prepareBalancedServers(
  settings: NodeJS.ProcessEnv,
  { dataDir, speed, timesSpeed = speed }: { dataDir: string; speed: number; timesSpeed?: number },
): Promise<BalancedServers> {
  const balancer = await Balancer.start();
  const servers: RestartingServer[] = [];
  for (const name of ['one', 'two']) {
    const port = await freePort();
    servers.push(
      new RestartingServer({
        ...settings,
        ...{ PORT: String(port), DATA_DIR: join(dataDir, name), LOG_LEVEL: 'error' },
        ...{ PUBLIC_URL: balancer.url, TRUST_PROXY: 'loopback' },
        ...{ TIMES_SPEED: String(timesSpeed), VOICE_SPEED: String(speed) },
        ...{ CALLS_PER_MINUTE: '1000000', CALLS_PER_DAY: '1000000' },
      }),
    );
    balancer.add(`http://127.0.0.1:${port}`);
  }
  return { balancer, servers };
}

/** Starts it and kills it: at its kill point, or where it is after this time. Once all is over it is left running. */
export async function runUntilKilled(
  server: RestartingServer,
  killAt: KillAtPoint | null,
  longestMs: number,
  isOver: () => boolean,
): Promise<void> {
  await server.start(killAt);
  const until = Date.now() + longestMs;
  while (!isOver() && Date.now() < until && !(await server.exitedWithin(200)));
  if (!isOver()) await server.kill('any time');
}
