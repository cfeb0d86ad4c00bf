import type { Server } from 'node:https';
import { WakeableLoop } from '#loops';
import type { Logger } from '#service';
import { readTlsPair, type TlsFiles, type TlsPair } from './tls-files';

/** RFC 8996 deprecates the versions before. */
export const MIN_VERSION = 'TLSv1.2';
/** Two reads fall into the minute within which a renewed certificate has to be in use. */
const READ_EVERY_MS = 25_000;

/** Serves a renewed certificate to new connections, without a restart. Connections that are open keep theirs. */
export class RenewedCertificate {
  private readonly loop: WakeableLoop;
  private problem: string | null = null;

  constructor(
    private readonly server: Pick<Server, 'setSecureContext'>,
    private readonly files: TlsFiles,
    private current: TlsPair,
    private readonly logger: Pick<Logger, 'info' | 'warn'>,
  ) {
    this.loop = new WakeableLoop({ run: async () => this.renew(), everyMs: READ_EVERY_MS, unref: true });
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  /** Files that are wrong, or written only by half, leave the certificate as it is until they are right. */
  renew(): void {
    try {
      const pair = readTlsPair(this.files);
      this.problem = null;
      if (pair.cert.equals(this.current.cert) && pair.key.equals(this.current.key)) return;
      this.server.setSecureContext({ ...pair, minVersion: MIN_VERSION });
      this.current = pair;
      this.logger.info({ event: 'certificate_renewed' }, 'new connections get the renewed certificate');
    } catch (error) {
      this.warnOnce((error as Error).message);
    }
  }

  private warnOnce(problem: string): void {
    if (problem === this.problem) return;
    this.problem = problem;
    this.logger.warn(
      { event: 'certificate_not_renewed', problem },
      'the renewed certificate cannot be used; connections get the one before',
    );
  }
}
