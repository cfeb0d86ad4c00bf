/** How a Postgres of ours is to behave. */
export interface PostgresProfile {
  /** False only for tests: no fsync, so that a suite does not wait for the disk. */
  durable: boolean;
  port: number;
}

const ALWAYS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  logging_collector: 'off',
  log_line_prefix: '%m ',
  // A client that froze or went away without a word must not keep its locks.
  tcp_keepalives_idle: '5',
  tcp_keepalives_interval: '2',
  tcp_keepalives_count: '3',
  jit: 'off',
};

/** Production settings (docs/reference/guarantees.md, Durability): what was acknowledged is on disk. The WAL bound keeps recovery short. */
const DURABLE: Record<string, string> = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  // More than all pools of one process of everything may hold (docs/how-to/operate.md).
  max_connections: '150',
  shared_buffers: '256MB',
  max_wal_size: '1GB',
  checkpoint_completion_target: '0.9',
};

const FOR_TESTS: Record<string, string> = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  shared_buffers: '128MB',
  max_wal_size: '1GB',
  autovacuum: 'off',
};

/** The command line parameters of `postgres` for a profile. */
export function postgresParameters(profile: PostgresProfile): string[] {
  const settings = { ...ALWAYS, ...(profile.durable ? DURABLE : FOR_TESTS), port: String(profile.port) };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
