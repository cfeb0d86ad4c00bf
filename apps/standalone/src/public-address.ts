import { findFreePort } from '#embedded';
import { reachableUrl, tryPort } from '#service';
import { CliError } from './cli-error';
import type { StandaloneConfig } from './config';

const REASON: Record<string, string> = {
  EADDRINUSE: 'is already taken by another program',
  EACCES: 'may not be opened by this user',
  EADDRNOTAVAIL: 'cannot be opened: this machine has no such address',
};

/** Where this Hundi is reached from outside: decided before anything starts, because payments carry links to it. */
export interface PublicAddress {
  host: string;
  port: number;
  /** Without a slash at the end. */
  url: string;
}

type Listening = Pick<StandaloneConfig, 'host' | 'port' | 'tlsCertFile'>;

/**
 * Try the public port before anything is started, so that the message comes at once and alone; port 0 takes a free one.
 *
 * @throws CliError when it cannot be opened.
 */
export async function choosePublicAddress({ host, port: wantedPort, tlsCertFile }: Listening): Promise<PublicAddress> {
  const failed = (error: NodeJS.ErrnoException): never => {
    throw explanation(host, wantedPort, error);
  };
  const port = wantedPort === 0 ? await findFreePort(host).catch(failed) : wantedPort;
  await tryPort(host, port).catch(failed);
  return { host, port, url: reachableUrl(host, port, tlsCertFile === undefined ? 'http' : 'https') };
}

function explanation(host: string, port: number, error: NodeJS.ErrnoException): Error {
  const reason = REASON[error.code ?? ''] ?? `cannot be opened (${error.code ?? error.message})`;
  return new CliError(`Port ${port} on ${host} ${reason}.\nStop that program, or choose another port: PORT=4001 npm start`);
}
