import { type Clock, newId, type Random, shardOfAccount, systemCommand, type Actor, type Command, type ConnectionEnder } from '#contracts';
import { type Accounts } from '../../accounts/accounts';
import {
  findConnection,
  findConnectionOf,
  lostConnections,
  type ActiveConnection,
  type LostConnection,
} from '../../accounts/connection/connections.table';
import type { AskRows } from '../../accounts/secrets/key-grants.table';
import { ApiError } from '../../http/api-error';
import { isUniqueViolation } from '../../tables/unique-violation';

const TRIES_MAX = 3;

/** What somebody consents to. */
export interface Consent {
  accountId: string;
  appId: string;
  /** Who owns the app. */
  platformAccountId: string;
  livemode: boolean;
  userId: string;
  /** What was asked for. */
  requested: readonly string[];
  /** What of it is given. */
  given: readonly string[];
  /** Keyed digest of the address of the user. */
  address: string | null;
  requestId: string | null;
}

/** Connections as the grants of OAuth: the log of accounts says what an app may do, and nothing else does. */
export class ConnectionGrants {
  constructor(
    private readonly ask: AskRows,
    private readonly accounts: Accounts,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  find(id: string): Promise<ActiveConnection | undefined> {
    return findConnection(this.ask, id);
  }

  findOf(accountId: string, appId: string): Promise<ActiveConnection | undefined> {
    return findConnectionOf(this.ask, { accountId, appId });
  }

  /** Connections whose consenter is gone, or of which a refresh token was brought twice. @param most of them. */
  lost(most: number): Promise<LostConnection[]> {
    return lostConnections(this.ask, most);
  }

  /**
   * Lets the app do what was given. An account has one active connection to an app: two consents at once come to one of them.
   *
   * @returns its id. @throws ApiError of the accounts; WriterUnavailableError.
   */
  async consent(consent: Consent): Promise<string> {
    for (let tries = 1; ; tries++) {
      try {
        const known = await this.findOf(consent.accountId, consent.appId);
        return known === undefined ? await this.create(consent) : await this.widen(known, consent);
      } catch (error) {
        // Another consent came first, or somebody ended the connection meanwhile.
        const isRaced = isUniqueViolation(error) || (error instanceof ApiError && error.code === 'state_conflict');
        if (!isRaced || tries === TRIES_MAX) throw error;
      }
    }
  }

  /** Ends a connection; again, nothing happens. @param by who does. @param appId of the app that asks for it. */
  async revoke(id: string, by: ConnectionEnder, appId: string): Promise<void> {
    const known = await this.find(id);
    if (known === undefined) return;
    const { accountId, livemode } = known;
    const actor: Actor = { kind: 'app', id: appId, address: null };
    await this.decide({ type: 'connections.revoke', streamId: id, accountId, livemode, payload: { by } }, actor, null);
  }

  private async create(consent: Consent): Promise<string> {
    const { accountId, appId, platformAccountId, userId: grantedBy, given } = consent;
    const id = newId('connection', shardOfAccount(accountId), this.clock.nowMs(), this.random);
    await this.order('connections.create', id, consent, { appId, platformAccountId, scopes: [...given], grantedBy });
    return id;
  }

  /** What was asked for and not given is taken away; what was given before and not asked for stays. */
  private async widen({ id, scopes }: ActiveConnection, consent: Consent): Promise<string> {
    const { requested, given, userId: grantedBy } = consent;
    const wanted = [...new Set([...scopes.filter((scope) => !requested.includes(scope)), ...given])];
    const isSame = wanted.length === scopes.length && wanted.every((scope) => scopes.includes(scope));
    if (!isSame) await this.order('connections.update', id, consent, { scopes: wanted, grantedBy });
    return id;
  }

  private order(
    type: string,
    streamId: string,
    { accountId, livemode, userId, address, requestId }: Consent,
    payload: object,
  ): Promise<void> {
    return this.decide({ type, streamId, accountId, livemode, payload }, { kind: 'user', id: userId, address }, requestId);
  }

  private async decide(
    wanted: Pick<Command, 'type' | 'streamId' | 'accountId' | 'livemode' | 'payload'>,
    actor: Actor,
    requestId: string | null,
  ): Promise<void> {
    const about = { ...wanted, commandId: this.random.uuid(), actorId: actor.id, nowMs: this.clock.nowMs() };
    const { refusal } = await this.accounts.decide({ ...systemCommand(about), actor, requestId });
    if (refusal !== null) throw new ApiError(refusal.code, refusal.details);
  }
}
