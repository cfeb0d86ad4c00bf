import { ALL_SHARDS, type EventMessage } from '#contracts';
import { FIRST_MARK, followPositions, markAfter, type Mark } from '#event-store';
import type { Recorded } from './ordered-intake';

/** Where the marks of a follower are kept. */
export interface FollowerMarks {
  read(source: string, shard: number): Promise<Mark>;
  readAll(source: string, shards: readonly number[]): Promise<Map<number, Mark>>;
  save(source: string, marks: ReadonlyMap<number, Mark>): Promise<void>;
}

export interface FollowerIntakeParts {
  marks: FollowerMarks;
  /** The topic. */
  source: string;
  /** The effect of one event; it may be asked for again. */
  take: (message: EventMessage) => Promise<void>;
}

/**
 * Takes events of one topic by the position rule. The effect comes first and its mark after it; marks are written together now
 * and then, because most events are passed over: what a crash forgets is read once more from the log of their service.
 */
export class FollowerIntake {
  /** As last read or moved here; another instance may have moved them since. */
  private readonly marks = new Map<number, Mark>();
  private readonly unsaved = new Map<number, Mark>();
  /** One batch of a shard at a time: those that are read again meet those that come. */
  private readonly turns = new Map<number, Promise<unknown>>();

  constructor(private readonly parts: FollowerIntakeParts) {}

  /** @throws whatever the effect throws: those before it are taken. */
  record(messages: readonly EventMessage[]): Promise<Recorded> {
    const shard = messages[0]?.shard;
    if (shard === undefined) return Promise.resolve({ mark: FIRST_MARK, gapAt: null, restoredAt: null });
    const turn = (this.turns.get(shard) ?? Promise.resolve()).then(() => this.follow(shard, messages));
    this.turns.set(
      shard,
      turn.catch(() => undefined),
    );
    return turn;
  }

  /** Writes down what was taken. @throws Error of the database: it is written later. */
  async save(): Promise<void> {
    if (this.unsaved.size === 0) return;
    const moved = new Map(this.unsaved);
    this.unsaved.clear();
    try {
      await this.parts.marks.save(this.parts.source, moved);
    } catch (error) {
      for (const [shard, mark] of moved) if (!this.unsaved.has(shard)) this.unsaved.set(shard, mark);
      throw error;
    }
  }

  /** How far each shard is taken, by any instance. */
  async positions(): Promise<ReadonlyMap<number, bigint>> {
    await this.save();
    const marks = await this.parts.marks.readAll(this.parts.source, ALL_SHARDS);
    return new Map([...marks].map(([shard, { position }]) => [shard, position]));
  }

  private async follow(shard: number, messages: readonly EventMessage[]): Promise<Recorded> {
    const known = this.marks.get(shard);
    const verdict = followPositions(known ?? (await this.readMark(shard)), messages);
    for (const message of verdict.fresh) await this.takeNext(shard, message);
    const isWhole = verdict.gapAt === null && verdict.restoredAt === null;
    if (isWhole || verdict.fresh.length > 0 || known === undefined) return verdict;
    // What looks like a hole from a remembered mark may be the progress of another instance, or an operator's decision.
    await this.save();
    this.marks.delete(shard);
    return this.follow(shard, messages);
  }

  private async takeNext(shard: number, message: EventMessage): Promise<void> {
    await this.parts.take(message);
    const mark = markAfter(this.marks.get(shard) ?? FIRST_MARK, message);
    this.marks.set(shard, mark);
    this.unsaved.set(shard, mark);
  }

  private async readMark(shard: number): Promise<Mark> {
    const mark = await this.parts.marks.read(this.parts.source, shard);
    this.marks.set(shard, mark);
    return mark;
  }
}
