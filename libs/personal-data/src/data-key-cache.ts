import type { KeyObject } from 'node:crypto';
import type { Clock, Random } from '#contracts';
import QuickLRU from 'quick-lru';
import { KEY_BYTES, secretKeyOf } from './cipher';
import { associatedOf, type DataKeyRow, type DataKeyTable, type Subject } from './data-keys';
import { PersonalDataUnavailableError, SubjectErasedError, SubjectUnknownError } from './errors';
import type { KeyEncryptionKeys } from './key-encryption-keys';

/** An unwrapped key is asked for again after this at the latest: by then an erasure counts everywhere. Milliseconds. */
export const KEY_AGE_MAX_MS = 60_000;
const KEYS_MAX = 5_000;

/** Unwrapped keys, for several `PersonalData` of one process that reach the database as different roles. */
export type KeyCache = QuickLRU<string, DataKey>;

/** An empty one. */
export function newKeyCache(): KeyCache {
  return new QuickLRU({ maxSize: KEYS_MAX });
}

/** Why a value cannot be read. */
export type Unreadable = 'destroyed' | 'unknown_subject' | 'key_unavailable' | 'tampered';

/** A data key ready for use, or why there is none; with when that was read, on the monotonic clock. */
export type DataKey = { key: KeyObject; associated: Buffer; readAtMs: number } | { missing: Unreadable; readAtMs: number };

export interface DataKeyCacheParts {
  table: DataKeyTable;
  keys: KeyEncryptionKeys;
  clock: Clock;
  random: Random;
  /** How long an unwrapped key is used without asking again, in milliseconds; KEY_AGE_MAX_MS unless given. */
  keyAgeMs?: number;
  /** One of its own unless given. */
  cache?: KeyCache;
}

/** Unwrapped data keys, few and not for long. */
export class DataKeyCache {
  private readonly kept: KeyCache;
  /** Of many that need the same key at once, one asks. */
  private readonly asked = new Map<string, Promise<DataKey>>();

  constructor(private readonly parts: DataKeyCacheParts) {
    this.kept = parts.cache ?? newKeyCache();
  }

  /** The key when it is here and fresh. */
  find(subject: Subject): DataKey | undefined {
    const { clock, keyAgeMs = KEY_AGE_MAX_MS } = this.parts;
    const key = this.kept.get(nameOf(subject));
    return key !== undefined && clock.monotonicMs() - key.readAtMs < keyAgeMs ? key : undefined;
  }

  /**
   * The key to seal with, made when there is none.
   *
   * @param mayCreate false when a subject without a key does not exist.
   * @throws SubjectErasedError, SubjectUnknownError, PersonalDataUnavailableError.
   */
  async keyToSeal(subject: Subject, mayCreate: boolean): Promise<Extract<DataKey, { key: KeyObject }>> {
    const key = this.find(subject) ?? (await (mayCreate ? this.findOrCreate(subject) : this.findOne(subject)));
    if ('key' in key) return key;
    if (key.missing === 'destroyed') throw new SubjectErasedError();
    if (key.missing === 'unknown_subject') throw new SubjectUnknownError();
    throw new PersonalDataUnavailableError(key.missing);
  }

  /** The keys of these subjects by their ids, in at most one round trip. @throws PersonalDataUnavailableError. */
  async keysToUnseal(accountId: string, ids: readonly string[]): Promise<Map<string, DataKey>> {
    const found = new Map<string, DataKey>();
    const toAsk: string[] = [];
    for (const id of ids) {
      const key = this.find({ accountId, id });
      if (key === undefined) toAsk.push(id);
      else found.set(id, key);
    }
    if (toAsk.length === 0) return found;
    const rows = await this.parts.table.find(accountId, toAsk).catch(unavailable);
    for (const row of rows) found.set(row.subject, await this.keep({ accountId, id: row.subject }, row));
    return found;
  }

  /** From this moment nothing of the subject is read here. */
  forget(subject: Subject): void {
    this.kept.set(nameOf(subject), { missing: 'destroyed', readAtMs: this.parts.clock.monotonicMs() });
  }

  private async findOne(subject: Subject): Promise<DataKey> {
    const keys = await this.keysToUnseal(subject.accountId, [subject.id]);
    return keys.get(subject.id) ?? { missing: 'unknown_subject', readAtMs: 0 };
  }

  private findOrCreate(subject: Subject): Promise<DataKey> {
    const name = nameOf(subject);
    const underWay = this.asked.get(name);
    if (underWay !== undefined) return underWay;
    const asking = this.askOrCreate(subject).finally(() => this.asked.delete(name));
    this.asked.set(name, asking);
    return asking;
  }

  private async askOrCreate(subject: Subject): Promise<DataKey> {
    const { table, keys, clock, random } = this.parts;
    try {
      const offered = await keys.wrap(random.bytes(KEY_BYTES), associatedOf(subject));
      return await this.keep(subject, await table.findOrCreate(subject, offered, clock.nowMs()));
    } catch (error) {
      return unavailable(error);
    }
  }

  private async keep(subject: Subject, { wrapped }: DataKeyRow): Promise<DataKey> {
    const key = await this.unwrap(subject, wrapped);
    // An erasure that this process carried out while the row was on its way is the newer truth.
    const now = this.find(subject);
    if (now !== undefined && 'missing' in now && now.missing === 'destroyed') return now;
    this.kept.set(nameOf(subject), key);
    return key;
  }

  private async unwrap(subject: Subject, wrapped: DataKeyRow['wrapped']): Promise<DataKey> {
    const readAtMs = this.parts.clock.monotonicMs();
    if (wrapped === null) return { missing: 'destroyed', readAtMs };
    const associated = associatedOf(subject);
    try {
      return { key: secretKeyOf(await this.parts.keys.unwrap(wrapped, associated)), associated, readAtMs };
    } catch {
      return { missing: 'key_unavailable', readAtMs };
    }
  }
}

function nameOf({ accountId, id }: Subject): string {
  return `${accountId} ${id}`;
}

function unavailable(error: unknown): never {
  throw error instanceof PersonalDataUnavailableError ? error : new PersonalDataUnavailableError(error);
}
