import { Injectable } from '@nestjs/common';
import {
  Clock,
  COMMAND_LIFETIME_MS,
  newAccountId,
  newId,
  Random,
  shardOfAccount,
  type AccountCommandPayloads,
  type ApiKeyKind,
  type Command,
  type FirstKey,
  type Reply,
} from '#contracts';
import { askOn } from '#event-store';
import { Accounts, type NewSecret } from '../../accounts/accounts';
import type { AskRows } from '../../accounts/secrets/key-grants.table';
import { newKey, usualNameOf } from '../../api-keys/new-key';
import { AddressDigests } from '../../auth/address-digests';
import { ApiError } from '../../http/api-error';

/** Who asks, for the log and the audit log. */
export interface ActingUser {
  userId: string;
  /** Where the request came from. */
  ip: string;
  requestId: string;
  /** Whether it is done as an operator of this Hundi, and not as a member of the account. */
  isOperator?: true;
}

type PayloadOf<TType extends keyof AccountCommandPayloads> = AccountCommandPayloads[TType];
/** What is asked of which stream. */
type AboutStream = Pick<Command, 'type' | 'accountId' | 'streamId' | 'livemode' | 'payload'>;

/** The commands of accounts as people give them, each with the rows that belong into its commit. */
@Injectable()
export class AccountCommands {
  constructor(
    private readonly accounts: Accounts,
    private readonly addresses: AddressDigests,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  /** @param alongside what stands or falls with the command. @throws ApiError of the refusal; what `alongside` throws; service_unavailable. */
  async execute<TType extends keyof AccountCommandPayloads>(
    order: { type: TType; accountId: string; payload: PayloadOf<TType>; by: ActingUser },
    alongside?: (ask: AskRows) => Promise<void>,
  ): Promise<Reply> {
    const { type, accountId, payload, by } = order;
    return this.submit(this.commandOf({ type, accountId, streamId: accountId, livemode: true, payload }, by), undefined, alongside);
  }

  /** A command of another stream of an account. @throws as `execute`. */
  decide(about: AboutStream, by: ActingUser): Promise<Reply> {
    return this.submit(this.commandOf(about, by));
  }

  /** A new account with its owner. @returns its id. @throws as `execute`. */
  async create(name: string, by: ActingUser, alongside?: (ask: AskRows) => Promise<void>): Promise<string> {
    const accountId = newAccountId(this.clock.nowMs(), this.random);
    const payload = { name, liveEnabled: false, ownerId: by.userId };
    await this.execute({ type: 'accounts.create', accountId, payload, by }, alongside);
    return accountId;
  }

  /** The keys that go with a new account: both in test mode, shown once. */
  async firstKeys(accountId: string, by: ActingUser): Promise<FirstKey[]> {
    return [await this.firstKey(accountId, 'secret', by), await this.firstKey(accountId, 'publishable', by)];
  }

  private async firstKey(accountId: string, kind: ApiKeyKind, by: ActingUser): Promise<FirstKey> {
    const id = newId('apiKey', shardOfAccount(accountId), this.clock.nowMs(), this.random);
    const { text, secret, shown } = newKey(id, { kind, livemode: false, random: this.random });
    const payload = { kind, name: usualNameOf(kind), scopes: [], allowedAddresses: [], ...shown };
    await this.submit(this.commandOf({ type: 'api_keys.create', accountId, streamId: id, livemode: false, payload }, by), {
      ownerId: id,
      secret,
    });
    return { id, kind, secret: text };
  }

  private async submit(command: Command, made?: NewSecret, alongside?: (ask: AskRows) => Promise<void>): Promise<Reply> {
    const rows = alongside && ((client: Parameters<NonNullable<Parameters<Accounts['decide']>[2]>>[0]) => alongside(askOn(client)));
    const reply = await this.accounts.decide(command, made, rows);
    if (reply.refusal !== null) throw new ApiError(reply.refusal.code, reply.refusal.details);
    return reply;
  }

  private commandOf(about: AboutStream, by: ActingUser): Command {
    const issuedAtMs = this.clock.nowMs();
    const commandId = this.random.uuid();
    return {
      ...about,
      ...{ commandId, idempotency: null, requestId: by.requestId, correlationId: commandId, causationId: null },
      actor: { kind: by.isOperator ? 'operator' : 'user', id: by.userId, address: this.addresses.of(about.accountId, by.ip) },
      ...{ issuedAtMs, deadlineAtMs: issuedAtMs + COMMAND_LIFETIME_MS },
    };
  }
}
