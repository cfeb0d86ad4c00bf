import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { LOGGER, type Logger } from '#service';

/**
 * What depends on whether an address has a user is done after the answer: how long that takes tells nothing. A person who gets no mail
 * asks once more.
 */
@Injectable()
export class AfterAnswer implements OnApplicationShutdown {
  private readonly running = new Set<Promise<void>>();

  constructor(@Inject(LOGGER) private readonly logger: Logger) {}

  /** Called when the answer is sent; never throws. */
  async run(work: () => Promise<void>): Promise<void> {
    const done = work().catch((error: unknown) => this.logger.warn({ error: String(error) }, 'a mail that was asked for was not written'));
    this.running.add(done);
    await done;
    this.running.delete(done);
  }

  /** Waits for what was answered already. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.running);
  }
}
