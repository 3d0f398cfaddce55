import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type pg from 'pg';
import { stop } from '../desk/product.ts';

export interface LimitServer {
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

export async function startLimitServer(connection: pg.ClientConfig): Promise<LimitServer> {
  const child = fork(join(import.meta.dirname, 'limit-server.ts'), [JSON.stringify(connection)]);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  return { port, pid: child.pid ?? 0, stop: () => stop(child) };
}
