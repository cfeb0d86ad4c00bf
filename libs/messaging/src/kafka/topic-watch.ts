import type { TopicSpec } from '../bus';
import { delay } from '../waiting';
import { describeKafkaError } from './kafka-errors';
import type { KafkaContext } from './kafka-options';
import type { TopicAdmin } from './topic-admin';
import { differencesAmong } from './topic-differences';

/** Looks every few seconds whether the topics of this process are there and what they have to be; a lost one is made again. */
export class TopicWatch {
  private readonly specs = new Map<string, TopicSpec>();
  private readonly stopping = new AbortController();
  private looking: Promise<void> | undefined;
  private current: string | undefined;
  /** At the last look: one that is made by another process is there at the next. */
  private missing = new Set<string>();

  constructor(
    private readonly admin: TopicAdmin,
    private readonly context: KafkaContext,
  ) {}

  /** What is wrong now, a sentence for the operator. */
  get problem(): string | undefined {
    return this.current;
  }

  add(specs: readonly TopicSpec[]): void {
    for (const spec of specs) this.specs.set(spec.name, spec);
    this.looking ??= this.lookUntilStopped();
  }

  stop(): void {
    this.stopping.abort();
  }

  private async lookUntilStopped(): Promise<void> {
    const { signal } = this.stopping;
    for (await delay(0, signal); !signal.aborted; await delay(this.context.limits.topicWatchMs, signal)) {
      try {
        this.report(await this.look());
      } catch (error) {
        // Whoever sends or reads says that no broker answers.
        this.context.logger.debug({ reason: describeKafkaError(error) }, 'topics not checked');
      }
    }
  }

  private async look(): Promise<string | undefined> {
    const { create, replication } = this.context.topics;
    const specs = [...this.specs.values()];
    const found = await this.admin.describe(specs.map(({ name }) => name));
    const missing = specs.filter(({ name }) => !found.has(name));
    // A topic that this process has never seen is still being made: a busy broker takes long, and TopicAdmin says what it refuses.
    const lost = missing.filter(({ name }) => this.missing.has(name) && (!create || this.admin.isKnown(name)));
    this.missing = new Set(missing.map(({ name }) => name));
    if (lost.length > 0) {
      const names = lost.map(({ name }) => name);
      this.admin.forgetTopics(names);
      if (create) void this.admin.ensure(lost).catch(() => undefined);
      return `Kafka does not have ${names.join(', ')}, or does not show it to this process`;
    }
    if (missing.length > 0) return this.current;
    const differences = differencesAmong(specs, found, replication);
    return differences.length === 0 ? undefined : differences.join('; ');
  }

  /** Logged once when it begins or changes. */
  private report(problem: string | undefined): void {
    if (problem !== this.current) {
      if (problem !== undefined) this.context.logger.error({}, `${problem}; looking again`);
      else this.context.logger.info({}, 'every topic is there and as it has to be');
    }
    this.current = problem;
  }
}
