import {
  API_KEY_IDLE_DAYS,
  newId,
  shardOfAccount,
  type AccountChange,
  type AccountResource,
  type Command,
  type CreateApiKeyPayload,
  type NewApiKeyPayload,
  type Reply,
} from '#contracts';
import type { Alongside, EventStore, SettledHere } from '#event-store';
import type { AccountChanges } from '../auth/account-changes';
import type { Pepper } from '../auth/pepper';
import type { RulesSender } from './account/share-rules';
import type { NewAuditEntry } from './audit-log/audit-entry';
import { appendAuditEntries, namesOfKeys, type AccountsClient } from './audit-log/audit-log.table';
import { idleKeyIds } from './api-key/idle-keys.table';
import { entryOfCommand } from './audit-log/entry-of-command';
import { keepConnections } from './connection/connections.table';
import { keepMemberships } from './memberships/memberships.table';
import { endAppSecrets } from './secrets/app-secrets.table';
import { insertSecret } from './secrets/secrets.table';

/** A secret that was made for a new object. It is nowhere kept but as a digest. */
export interface NewSecret {
  /** `key_…` or `app_…`. */
  ownerId: string;
  secret: string;
}

/** Carries out the commands of accounts and API keys, each with the rows that belong to it in one commit. */
export class Accounts {
  constructor(
    private readonly store: EventStore,
    private readonly pepper: Pepper,
    private readonly changes?: Pick<AccountChanges, 'note'>,
    private readonly rules?: Pick<RulesSender, 'send'>,
  ) {}

  /**
   * @param made the secret of the object that the command makes.
   * @param alongside writes what else belongs into the same commit. What it throws takes everything back.
   * @returns also refusals.
   * @throws WriterUnavailableError the database cannot be written to now; the same command may be brought again.
   */
  async decide(command: Command, made?: NewSecret, alongside?: (client: AccountsClient) => Promise<void>): Promise<Reply> {
    const keepAlongside: Alongside = async (client, { events }) => {
      await endAppSecrets(client, events);
      if (made !== undefined) await insertSecret(client, { accountId: command.accountId, ...this.digestOf(made) });
      await keepMemberships(client, events);
      await alongside?.(client);
      await keepConnections(client, events);
      if (events.length > 0) await this.audit(client, command, events);
    };
    // After an error as well: its commit may have come to its end.
    const decided = this.store.decideHere(await this.completed(command), keepAlongside);
    const reply = await decided.finally(() => this.changes?.note(command.accountId));
    await this.shareRules(command, reply);
    return reply;
  }

  /** Writes an act that is no command into the audit log of an account. */
  async appendAudit(accountId: string, entry: Omit<NewAuditEntry, 'id'>): Promise<void> {
    const { shardLocks, options } = this.store;
    const shard = shardOfAccount(accountId);
    const id = newId('auditEntry', shard, entry.atMs, options.random);
    await shardLocks.within(shard, (client) => appendAuditEntries(client, accountId, [{ id, ...entry }]));
  }

  /** Rules that another service decides by are in force there with the answer; where it is away, the task of the account sends them later. */
  private async shareRules({ type, payload, accountId, dryRun }: Command, { body }: Reply): Promise<void> {
    const afterDunning = type === 'accounts.update' ? (payload as AccountChange).rules?.afterDunning : undefined;
    if (afterDunning === undefined || dryRun === true || body === null) return;
    const { sequence } = JSON.parse(body) as AccountResource;
    await this.rules?.send({ accountId, sequence, rules: { afterDunning } }).catch(() => undefined);
  }

  /** What is kept outside the log, and the decision has to know. */
  private async completed(command: Command): Promise<Command> {
    if (command.type !== 'api_keys.create') return command;
    const payload: CreateApiKeyPayload = {
      ...(command.payload as NewApiKeyPayload),
      idleKeyIds: await idleKeyIds(this.store, command, API_KEY_IDLE_DAYS),
    };
    return { ...command, payload };
  }

  private async audit(client: AccountsClient, command: Command, events: SettledHere['events']): Promise<void> {
    const { aggregates, random } = this.store.options;
    const { accountId, actor } = command;
    const actorName = (await namesOfKeys(client, accountId, [actor.id])).get(actor.id) ?? null;
    await appendAuditEntries(client, accountId, [entryOfCommand(command, { events, aggregates, actorName, random })]);
  }

  private digestOf({ ownerId, secret }: NewSecret): { ownerId: string; digest: Buffer; pepperVersion: number } {
    const pepperVersion = this.pepper.currentVersion;
    const digest = this.pepper.digest(secret, pepperVersion);
    if (digest === undefined) throw new Error('no pepper');
    return { ownerId, digest, pepperVersion };
  }
}
