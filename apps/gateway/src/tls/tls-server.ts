import { Server as TlsServer, type ServerOptions } from 'node:https';
import type { FastifyInstance } from 'fastify';
import type { Logger } from '#service';
import { MIN_VERSION, RenewedCertificate } from './renewed-certificate';
import { readTlsPair, tlsFilesOf, type TlsFiles } from './tls-files';

/** The options of an HTTPS server; null where the gateway listens on plain HTTP. @throws Error when a file is wrong. */
export function tlsOptions(config: Partial<TlsFiles> & { headersTimeoutMs: number }): ServerOptions | null {
  const files = tlsFilesOf(config);
  if (files === null) return null;
  return { ...readTlsPair(files), minVersion: MIN_VERSION, handshakeTimeout: config.headersTimeoutMs };
}

export function isTlsServer(server: object): server is TlsServer {
  return server instanceof TlsServer;
}

/** Takes renewed files while the gateway listens. */
export function installTls(fastify: FastifyInstance, config: Partial<TlsFiles>, logger: Logger): void {
  const { server } = fastify;
  const files = tlsFilesOf(config);
  if (files === null || !isTlsServer(server)) return;
  const certificate = new RenewedCertificate(server, files, readTlsPair(files), logger);
  fastify.addHook('onListen', async () => certificate.start());
  fastify.addHook('onClose', () => certificate.stop());
}
