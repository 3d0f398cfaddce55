import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';

/** A superuser connection to the database of a running server. */
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
  // When a run is aborted the server may stop first; a failing query reports it.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** A login for the limit server, bound by row-level security as the product's own. */
export async function createLimitLogin(owner: pg.Client, dataDir: string): Promise<pg.ClientConfig> {
  const password = 'bare bench login';
  await owner.query(
    `create role bench_bare login password '${password}' nosuperuser in role parley_app_group`,
  );
  return { ...ownerOf(dataDir), user: 'bench_bare', password };
}
