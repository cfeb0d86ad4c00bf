import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { commandLineNames, isAlive } from '#embedded';
import { LOGIN_ROLES, type LoginName } from '#event-store';
import { CliError } from './cli-error';

/** Where HUNDI_DATA_DIR says nothing, seen from where the command was given. */
export const DEFAULT_FOLDER = '.hundi';
const SECRET_BYTES = 32;
/** Part of the path of every program that writes a run file: after a crash its id may belong to another program. */
const PROGRAMS = 'apps/standalone/src/';

const RESTORE_SECRETS = 'Without the secrets of this folder its data cannot be read: take the file from a backup of the folder.';
const DELETE_FILE = 'Delete it when no Hundi runs on this folder: the next start makes it.';

/** Secrets made at the first start. */
export interface Secrets {
  apiKeyPepper: string;
  internalToken: string;
  /** As in PERSONAL_DATA_KEYS. Without it no personal value in the database can be read again. */
  personalDataKeys: string;
  personalDataIndexKey: string;
  /** Behind the cookies of people who sign in. */
  cookieKeys: string;
  /** Of OAuth, in base64url. */
  oauthSigningKeys: string;
  /** Of the roles of the folder's own Postgres. */
  databasePasswords: Record<LoginName, string>;
}

/** The demo account with the only copy of its keys: the database keeps digests. */
export interface DemoAccount {
  accountId: string;
  testKeyId: string;
  testKey: string;
  liveKeyId: string;
  liveKey: string;
  /** Makes whoever has it the owner of the account; it works once. */
  claimToken?: string;
}

/** Where a running Hundi can be found by the command line tools. */
export interface RunFile {
  pid: number;
  mode: 'embedded' | 'kafka';
  baseUrl: string;
  /** As the user that owns everything. */
  databaseUrl: string;
  /** As the role of the operator's commands. */
  operatorDatabaseUrl: string;
  /** Where the gateway takes what operators decide. */
  gatewayInternalUrl?: string;
  /** Kafka mode: `host:port[,host:port]`. */
  brokers?: string;
  /** Embedded mode: the server-sent stream of public events, and the token that opens it. */
  eventsUrl?: string;
  token?: string;
}

/** The folder in which one Hundi keeps everything (HUNDI_DATA_DIR). Files with secrets are readable by their owner only. */
export class HundiFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = resolve(path);
  }

  get postgres(): string {
    return join(this.path, 'postgres');
  }

  get kafka(): string {
    return join(this.path, 'kafka');
  }

  /**
   * Make the folder when it is missing, and try whether it can be written.
   *
   * @throws CliError when it cannot.
   */
  prepare(): void {
    const probe = join(this.path, `.writable-${process.pid}`);
    try {
      // As root, Postgres runs as another user, who must pass through.
      makeFolder(this.path, process.getuid?.() === 0 ? 0o755 : 0o700);
      writeFileSync(probe, '');
      rmSync(probe);
    } catch (error) {
      const reason = (error as NodeJS.ErrnoException).code ?? String(error);
      throw new CliError(
        `The data folder ${this.path} is not writable (${reason}).\nChoose another one: HUNDI_DATA_DIR=<folder> npm start`,
      );
    }
  }

  /**
   * The secrets of this folder, made once. Of several processes that make them at the same moment, all get those of the quickest.
   *
   * @throws CliError where another build made them and has fewer.
   */
  secrets(): Secrets {
    const secrets = this.read<Secrets>('secrets.json') ?? this.keepFirst('secrets.json', madeSecrets());
    const missing = Object.keys(madeSecrets()).filter((name) => !(name in secrets));
    if (missing.length === 0) return secrets;
    throw new CliError(
      `The data folder ${this.path} was made by another build of Hundi: its secrets.json lacks ${missing.join(', ')}. Nothing was changed.\n` +
        'Set another HUNDI_DATA_DIR or remove the folder.',
    );
  }

  findDemoAccount(): DemoAccount | undefined {
    return this.read<DemoAccount>('demo-account.json');
  }

  keepDemoAccount(account: DemoAccount): void {
    this.write('demo-account.json', account);
  }

  findRunFile(): RunFile | undefined {
    return this.read<RunFile>('run.json');
  }

  /** The Hundi that runs on the folder now. */
  findRunning(): RunFile | undefined {
    const run = this.findRunFile();
    return run && isAlive(run.pid) && commandLineNames(run.pid, PROGRAMS) ? run : undefined;
  }

  writeRunFile(run: RunFile): void {
    this.write('run.json', run);
  }

  /** Only that of this process: another Hundi may have taken the folder. */
  removeRunFile(): void {
    if (this.findRunFile()?.pid === process.pid) rmSync(join(this.path, 'run.json'), { force: true });
  }

  private read<T>(name: string): T | undefined {
    const path = join(this.path, name);
    const text = readIfThere(path);
    if (text === undefined) return undefined;
    try {
      return JSON.parse(text) as T;
    } catch {
      // The words of the parser quote the file, which holds secrets.
      throw new CliError(`${path} is damaged: it is not JSON.\n${name === 'secrets.json' ? RESTORE_SECRETS : DELETE_FILE}`);
    }
  }

  /** Written aside and renamed, so that a kill in the middle leaves the old file or the new one. */
  private write(name: string, content: object): void {
    renameSync(this.writeAside(name, content), join(this.path, name));
  }

  /** @returns what the file holds in the end, which another process may have made meanwhile. */
  private keepFirst<T extends object>(name: string, content: T): T {
    const unfinished = this.writeAside(name, content);
    try {
      linkSync(unfinished, join(this.path, name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    } finally {
      rmSync(unfinished, { force: true });
    }
    return this.read<T>(name) ?? content;
  }

  private writeAside(name: string, content: object): string {
    const unfinished = join(this.path, `.${name}.${process.pid}`);
    rmSync(unfinished, { force: true });
    writeFileSync(unfinished, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
    return unfinished;
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    // Another process may make the file right after it was missing here.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || !existsSync(path)) return undefined;
    throw error;
  }
}

function madeSecrets(): Secrets {
  const secret = (): string => randomBytes(SECRET_BYTES).toString('hex');
  return {
    apiKeyPepper: secret(),
    internalToken: secret(),
    personalDataKeys: `folder-1:${randomBytes(SECRET_BYTES).toString('base64')}`,
    personalDataIndexKey: secret(),
    cookieKeys: secret(),
    oauthSigningKeys: randomBytes(SECRET_BYTES).toString('base64url'),
    databasePasswords: Object.fromEntries(Object.keys(LOGIN_ROLES).map((name) => [name, secret()])) as Secrets['databasePasswords'],
  };
}

/** One folder after another: below /proc, where ENOENT is the answer although the parent is there, `recursive` never ends. */
function makeFolder(path: string, mode: number): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path), mode);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    // Another Hundi may have been quicker.
    if (!existsSync(path)) throw error;
  }
}
