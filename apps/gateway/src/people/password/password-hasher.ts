import { argon2, timingSafeEqual, type Argon2Parameters } from 'node:crypto';
import { promisify } from 'node:util';
import type { Random } from '#contracts';
import type { Pepper } from '../../auth/pepper';
import type { HashQueue } from './hash-queue';
import { normalizedPassword } from './password-policy';
import { formatPhc, parsePhc, type Argon2Hash } from './phc';

/** OWASP, Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane. */
const NEWEST = { memoryKib: 19_456, passes: 2, parallelism: 1 } as const;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

const digestOf = promisify(argon2) as (algorithm: 'argon2id', parameters: Argon2Parameters) => Promise<Buffer>;

/** What came of comparing a password with a stored hash. */
export interface PasswordCheck {
  isRight: boolean;
  /** The hash was made with less than is asked for today, or under an older pepper: make it anew while the password is known. */
  isOutdated: boolean;
}

/** Hashes passwords so that a stolen table is worth little: with a pepper that is in no table, slowly, and a few at a time. */
export class PasswordHasher {
  /** Made when it is first needed. */
  private unknown: Promise<string> | undefined;

  /** @param onHash called for each hash that is computed. */
  constructor(
    private readonly pepper: Pepper,
    private readonly random: Random,
    private readonly queue: HashQueue,
    private readonly onHash: () => void = () => undefined,
  ) {}

  /** @returns the text to be stored, in PHC form. @throws HashQueueFullError. */
  async hash(password: string): Promise<string> {
    const salt = Buffer.from(this.random.bytes(SALT_BYTES));
    const wanted = { ...NEWEST, pepperVersion: this.pepper.currentVersion, salt, hash: Buffer.alloc(HASH_BYTES) };
    return formatPhc({ ...wanted, hash: await this.digest(password, wanted) });
  }

  /** @param stored undefined where there is none: the same work, and never right. @throws HashQueueFullError. */
  async check(password: string, stored: string | undefined): Promise<PasswordCheck> {
    const kept = parsePhc(stored ?? (await this.ofUnknown()));
    if (kept === undefined) throw new Error('a stored password hash cannot be read');
    const isSame = timingSafeEqual(await this.digest(password, kept), kept.hash);
    return { isRight: isSame && stored !== undefined, isOutdated: this.isOutdated(kept) };
  }

  private digest(password: string, { memoryKib: memory, passes, parallelism, pepperVersion, salt, hash }: Argon2Hash): Promise<Buffer> {
    const secret = this.pepper.digest('password', pepperVersion);
    if (secret === undefined) throw new Error(`the pepper ${pepperVersion} of a stored password is not configured`);
    const parameters = { message: Buffer.from(normalizedPassword(password)), nonce: salt, secret, memory, passes, parallelism };
    return this.queue.run(() => {
      this.onHash();
      return digestOf('argon2id', { ...parameters, tagLength: hash.length });
    });
  }

  private isOutdated({ memoryKib, passes, pepperVersion }: Argon2Hash): boolean {
    return memoryKib < NEWEST.memoryKib || passes < NEWEST.passes || pepperVersion !== this.pepper.currentVersion;
  }

  /** A hash that no password has, made once: e-mail addresses that are not known take as long as those that are. */
  private ofUnknown(): Promise<string> {
    this.unknown ??= Promise.resolve(
      formatPhc({
        ...{ ...NEWEST, pepperVersion: this.pepper.currentVersion, salt: Buffer.from(this.random.bytes(SALT_BYTES)) },
        hash: Buffer.from(this.random.bytes(HASH_BYTES)),
      }),
    );
    return this.unknown;
  }
}
