/** The file of ours that the cluster's postgresql.conf includes; written anew before each start. */
export const SETTINGS_FILE = 'parley.conf';

export const PORT = 5432;

/** A path may hold spaces, commas and both kinds of quotes; the setting is a list of such paths. */
const pathList = (path: string) => quote(`"${path.replaceAll('"', '""')}"`);
const quote = (value: string) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

export function settingsFor(socketDir: string): string {
  const settings: [name: string, value: string][] = [
    ['cluster_name', quote('parley')],
    // No TCP port: nothing to collide with, nothing to reach from the network.
    ['listen_addresses', quote('')],
    ['unix_socket_directories', pathList(socketDir)],
    ['unix_socket_permissions', '0700'],
    ['port', String(PORT)],
    ['password_encryption', quote('scram-sha-256')],
    ['max_connections', '100'],
    ['max_logical_replication_workers', '0'],
    ['shared_buffers', '64MB'],
    ['effective_cache_size', '512MB'],
    ['work_mem', '8MB'],
    ['maintenance_work_mem', '64MB'],
    ['max_wal_size', '256MB'],
    ['min_wal_size', '64MB'],
    ['random_page_cost', '1.1'],
    ['jit', 'off'],
    // The load does not need I/O worker processes.
    ['io_method', quote('sync')],
    ['fsync', 'on'],
    ['synchronous_commit', 'on'],
    ['full_page_writes', 'on'],
    ['timezone', quote('UTC')],
    ['log_timezone', quote('UTC')],
    ['lc_messages', quote('C')],
    ['logging_collector', 'off'],
    ['log_destination', quote('stderr')],
    ['log_line_prefix', quote('%m [%p] ')],
    // Failed statements are reported to the client; logged here they would leave callers' data in a file.
    ['log_min_messages', 'log'],
    ['log_min_error_statement', 'panic'],
    ['log_error_verbosity', 'terse'],
    ['log_checkpoints', 'off'],
    ['log_connections', quote('')],
    ['log_disconnections', 'off'],
  ];
  const lines = settings.map(([name, value]) => `${name} = ${value}`);
  return `# Written by Parley at every start; changes belong into postgresql.auto.conf (ALTER SYSTEM).\n${lines.join('\n')}\n`;
}
