import { setTimeout as delay } from 'node:timers/promises';
import type { Clock, Random, SealedName } from '#contracts';
import { Pool } from 'pg';
import QuickLRU from 'quick-lru';
import { blindIndexOf, type IndexedField } from './blind-index';
import { decrypt, encrypt, IvSource } from './cipher';
import { DataKeyTable, type Subject } from './data-keys';
import type { KeyEncryptionKeys } from './key-encryption-keys';
import { DataKeyCache, type DataKey, type KeyCache, type Unreadable } from './data-key-cache';
import { associatedWith, mayStandAt, packField, plainField, unpackField } from './encrypted-field';
import { formatToken, mayHoldTokens, replaceTokens, subjectsIn, type FoundToken } from './token';

export interface PersonalDataOptions {
  databaseUrl: string;
  keys: KeyEncryptionKeys;
  /** Secret of the blind index, at least 32 characters. */
  indexKey: string;
  clock: Clock;
  random: Random;
  /** How long an unwrapped key is used without asking again, in milliseconds; KEY_AGE_MAX_MS unless given. */
  keyAgeMs?: number;
  /** What an erasure empties for all who share it; one of its own unless given. */
  keyCache?: KeyCache;
  /** A token could not be read and stands as null in an answer: usual after an erasure, an alarm otherwise. */
  onUnreadable?: (reason: Unreadable) => void;
  /** An idle connection was lost; the next use makes a new one. */
  onConnectionLost?: (error: Error) => void;
}

/** What is shown for a value, given as JSON text. @param field what it was sealed as, as `plainField` writes it. */
export type ShowValue = (json: string, field: string) => string;

/** Seals one value, any JSON, to one token. The field is what the value is, such as `email`: in another's place it cannot be read. */
export type Seal = (value: unknown, field: SealedName) => string;

const CONNECTIONS_MAX = 2;
/** Values sealed here and not shown yet; what falls out is deciphered like any other. */
const JUST_SEALED_MAX = 1_000;
/** An answer comes within milliseconds. What is never shown, such as a number of a document, must not stay in memory in clear. */
const JUST_SEALED_MS = 1_000;
const TIMEOUT_MS = 2_000;
/** Erased subjects whose key may be there still; each is forgotten long after its key was destroyed. */
const HIDDEN_MAX = 10_000;
/** How long the destruction of the key of an erased subject is awaited, and how often it is looked for. */
const DESTRUCTION_MS = 1_000;
const DESTRUCTION_POLL_MS = 5;

/**
 * Personal values as tokens (decision 13). What is sealed here can be read only with the key of its subject, and
 * destroying that key erases every copy at once, in the log, on topics and in views.
 */
export class PersonalData {
  private readonly pool: Pool;
  private readonly table: DataKeyTable;
  private readonly dataKeyCache: DataKeyCache;
  private readonly ivs: IvSource;
  /**
   * What was sealed here a moment ago, by account and token: the answer to the very request shows it once more, and need not
   * decipher it for that. Nothing is shown without its key, so that an erasure counts here as everywhere.
   */
  private readonly justSealed = new QuickLRU<string, string>({ maxSize: JUST_SEALED_MAX });
  private readonly hidden = new QuickLRU<string, true>({ maxSize: HIDDEN_MAX });
  private forgetting: NodeJS.Timeout | undefined;
  private closed: Promise<void> | undefined;

  /** Connects when it is first used. */
  constructor(private readonly options: PersonalDataOptions) {
    const { databaseUrl, keys, clock, random, keyAgeMs, keyCache: cache, onConnectionLost } = options;
    this.pool = new Pool({
      connectionString: databaseUrl,
      max: CONNECTIONS_MAX,
      application_name: 'hundi personal data',
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
      statement_timeout: TIMEOUT_MS,
    });
    // Without a listener the loss of an idle connection would end the process.
    this.pool.on('error', (error) => onConnectionLost?.(error));
    this.table = new DataKeyTable(this.pool);
    this.dataKeyCache = new DataKeyCache({ table: this.table, keys, clock, random, keyAgeMs, cache });
    this.ivs = new IvSource(random);
  }

  /**
   * What seals the values of one subject. One round trip for a subject that was not used in the last minute, else none.
   *
   * @param mayCreate whether a subject without a key gets one; false when without a key it cannot exist.
   * @throws SubjectErasedError, SubjectUnknownError (never with `mayCreate`), PersonalDataUnavailableError.
   */
  async sealerOf(subject: Subject, { mayCreate }: { mayCreate: boolean } = { mayCreate: true }): Promise<Seal> {
    return this.sealerUnderAnyName(subject, mayCreate);
  }

  private async sealerUnderAnyName(subject: Subject, mayCreate: boolean): Promise<(value: unknown, name: string) => string> {
    const { key, associated } = await this.dataKeyCache.keyToSeal(subject, mayCreate);
    return (value, name) => {
      const text = JSON.stringify(value);
      const field = plainField(name);
      const sealed = encrypt(key, this.ivs.next(), Buffer.from(text), associatedWith(associated, field));
      const token = formatToken(subject.id, packField({ field, sealed }));
      this.keepForAnswer(`${subject.accountId} ${token}`, text);
      return token;
    };
  }

  /** All of it is forgotten at once: what was kept too shortly is deciphered. */
  private keepForAnswer(name: string, text: string): void {
    this.justSealed.set(name, text);
    this.forgetting ??= setTimeout(() => {
      this.forgetting = undefined;
      this.justSealed.clear();
    }, JUST_SEALED_MS).unref();
  }

  /** One value of one subject as a token, no field of the API unless said. See `sealerOf`, which is for several. */
  async seal(subject: Subject, value: unknown, field = 'value'): Promise<string> {
    return (await this.sealerUnderAnyName(subject, true))(value, field);
  }

  /**
   * A JSON text with every token in it replaced by its value, or by null when it cannot be read. A text without tokens is
   * given back as it is, at once.
   *
   * @param accountId whose text it is: tokens of other accounts cannot be read.
   * @param show for who may not see every value as it is.
   * @throws PersonalDataUnavailableError when the keys cannot be looked up.
   */
  unseal(json: string, accountId: string, show?: ShowValue): string | Promise<string> {
    if (!mayHoldTokens(json)) return json;
    return this.unsealFound(json, accountId, show);
  }

  /**
   * The value of one token, for who has to hand it to an outside party; null when it cannot be read. What is no token comes
   * back as it is.
   *
   * @throws PersonalDataUnavailableError.
   */
  async unsealValue(token: unknown, accountId: string): Promise<unknown> {
    return JSON.parse(await this.unseal(JSON.stringify(token ?? null), accountId)) as unknown;
  }

  /**
   * Seals a text that may repeat values of a JSON text, so that erasing the one they belong to erases it as well.
   *
   * @param json with tokens for values.
   * @returns the text as it is where there are no tokens; null when it would have to end with more than one subject.
   * @throws SubjectErasedError, SubjectUnknownError, PersonalDataUnavailableError.
   */
  async sealLike(json: string, accountId: string, text: string): Promise<string | null> {
    if (!mayHoldTokens(json)) return text;
    const subjects = subjectsIn(json);
    // The key of an account is not destroyed by an erasure.
    const ending = subjects.filter((id) => id !== accountId);
    if (subjects.length === 0) return text;
    if (ending.length > 1) return null;
    return (await this.sealerUnderAnyName({ accountId, id: ending[0] ?? accountId }, false))(text, 'reply');
  }

  /** Erases a subject: its key is destroyed for ever and everywhere within a minute, here at once. Again changes nothing. */
  async destroy(subject: Subject): Promise<void> {
    await this.table.destroy(subject, this.options.clock.nowMs());
    this.dataKeyCache.forget(subject);
  }

  /**
   * Shows nothing of an erased subject here from now on. The service that owns the subject destroys its key a moment later, and may have
   * to seal some of the values under another key first.
   *
   * @returns when the key is destroyed, after a second at the latest.
   */
  async hideErased(subject: Subject): Promise<void> {
    const { accountId, id } = subject;
    this.hidden.set(`${accountId} ${id}`, true);
    for (const untilMs = performance.now() + DESTRUCTION_MS; performance.now() < untilMs; await delay(DESTRUCTION_POLL_MS)) {
      const [row] = await this.table.find(accountId, [id]).catch(() => []);
      if (row?.wrapped === null) return;
    }
  }

  /**
   * Takes away the key of a subject that never came to be, so that nothing is left of a creation that was refused or was a
   * repetition. Only for who made up the id just now and knows that nothing was kept under it.
   */
  async discard(subject: Subject): Promise<void> {
    await this.table.discard(subject);
    this.dataKeyCache.forget(subject);
  }

  /** The keyed digest by which equal values of one account are found. See `blindIndexOf`. */
  blindIndex(accountId: string, field: IndexedField, value: string): string {
    return blindIndexOf(this.options.indexKey, accountId, field, value);
  }

  /** Lets go of the database. May be called twice. */
  close(): Promise<void> {
    return (this.closed ??= this.pool.end());
  }

  private async unsealFound(json: string, accountId: string, show?: ShowValue): Promise<string> {
    const ids = subjectsIn(json);
    if (ids.length === 0) return json;
    const keys = await this.dataKeyCache.keysToUnseal(accountId, ids);
    const read = (token: FoundToken): string =>
      this.hidden.has(`${accountId} ${token.subject}`)
        ? this.unreadable('destroyed')
        : this.read(accountId, token, keys.get(token.subject));
    return replaceTokens(json, show === undefined ? read : (token) => show(read(token), unpackField(token.bytes).field));
  }

  private read(accountId: string, found: FoundToken, key: DataKey | undefined): string {
    if (key === undefined || 'missing' in key) return this.unreadable(key?.missing ?? 'unknown_subject');
    const name = `${accountId} ${found.token}`;
    const known = this.justSealed.get(name);
    if (known !== undefined) {
      this.justSealed.delete(name);
      return known;
    }
    try {
      return open(found, key).toString();
    } catch {
      return this.unreadable('tampered');
    }
  }

  private unreadable(reason: Unreadable): string {
    this.options.onUnreadable?.(reason);
    return 'null';
  }
}

/** @throws Error when the value is not what it was, belongs to another subject, or to another field than it stands at. */
function open({ bytes, name }: FoundToken, { key, associated }: Extract<DataKey, { associated: Buffer }>): Buffer {
  const { field, sealed } = unpackField(bytes);
  if (!mayStandAt(field, name)) throw new Error(`a value of ${field} stands in another place`);
  return decrypt(key, sealed, associatedWith(associated, field));
}
