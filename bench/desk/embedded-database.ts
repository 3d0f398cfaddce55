import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** The superuser's way into the database that a running server keeps in its data folder. */
export function ownerOf(dataDir: string): pg.ClientConfig {
  const elsewhere = join(dataDir, 'postgres-location');
  const folder = existsSync(elsewhere) ? readFileSync(elsewhere, 'utf8').trim() : join(dataDir, 'postgres');
  const cluster = join(folder, 'cluster');
  const [, , , port, socketDir] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n');
  return {
    host: socketDir ?? '',
    port: Number(port),
    user: 'parley_owner',
    password: readFileSync(join(cluster, 'parley.password'), 'utf8'),
    database: 'parley',
  };
}

export async function connectOwner(dataDir: string): Promise<pg.Client> {
  const client = new pg.Client(ownerOf(dataDir));
  // Its server may go first where a run is broken off; a query that fails tells of it.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** A login that is bound by row-level security as the server's own is, for the bare server beside it. */
export async function makeBareLogin(owner: pg.Client, dataDir: string): Promise<pg.ClientConfig> {
  const password = 'bare bench login';
  await owner.query(
    `create role bench_bare login password '${password}' nosuperuser in role parley_app_group`,
  );
  return { ...ownerOf(dataDir), user: 'bench_bare', password };
}
