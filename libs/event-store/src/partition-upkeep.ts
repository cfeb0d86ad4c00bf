import type { Query } from './lane/load';
import type { StoreLogger } from './options';
import { quoteSchema } from './schema/names';
import { isPartitionBusy } from './schema/partitions';

const EVERY_MS = 86_400_000;

/** Keeps the ten-day partitions of stored answers: those to come are made in time, those that are too old are dropped. */
export class PartitionUpkeep {
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly parts: { schema: string; query: Query; logger: StoreLogger }) {}

  /** Once now, and daily. Somebody else at the table is no failure: what finds no partition rests in the default one. */
  async start(): Promise<void> {
    await this.keep().catch((error: unknown) => {
      if (!isPartitionBusy(error)) throw error;
      this.parts.logger.warn({ error: String(error) }, 'command partitions are kept by somebody else now');
    });
    this.timer = setInterval(() => {
      this.keep().catch((error: unknown) => this.parts.logger.error({ error: String(error) }, 'command partitions could not be kept'));
    }, EVERY_MS);
    this.timer.unref();
  }

  stop(): void {
    if (this.timer) clearInterval(this.timer);
  }

  private async keep(): Promise<void> {
    const { query, schema } = this.parts;
    await query({ name: 'hundi_keep_partitions', text: `SELECT ${quoteSchema(schema)}.maintain_command_partitions()` }, []);
  }
}
