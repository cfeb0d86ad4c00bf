import { ERRORS, systemCommand, type Clock, type Command, type Random, type Refusal, type Reply } from '#contracts';
import type { EventStore } from '#event-store';
import { createLogger, Metrics } from '#service';
import { Pepper } from '../auth/pepper';
import { Accounts, type NewSecret } from './accounts';
import { openAccountsStore } from './accounts-store';
import type { AccountsClient } from './audit-log/audit-log.table';

/** Where accounts and keys are kept, and the ports they are made with. For operators: command line, first start, tests. */
export interface KeyStore {
  /** Postgres URL of a role that may write the schema of accounts. */
  databaseUrl: string;
  /** As in API_KEY_PEPPER. */
  pepper: string;
  clock: Clock;
  random: Random;
  /** Who gives the orders, for the audit log; `operator` unless it is said. */
  operator?: string;
}

/** What an operator asked for is refused. The message is fit to be shown. */
export class AccountRefusedError extends Error {
  override readonly name = 'AccountRefusedError';

  constructor(readonly refusal: Refusal) {
    super(refusal.details?.message ?? ERRORS[refusal.code].message);
  }
}

/** What an operator asks of one stream. */
export type Order = Pick<Command, 'type' | 'streamId' | 'accountId' | 'livemode' | 'payload'>;

/** What belongs into the commit of an order: the secret that it makes, and other rows. */
export interface WithOrder {
  made?: NewSecret;
  alongside?: (client: AccountsClient) => Promise<void>;
}

/** Carries out an order. @throws AccountRefusedError. */
export async function order(keyStore: KeyStore, wanted: Order, { made, alongside }: WithOrder = {}): Promise<Reply> {
  const { clock, random, operator: id = 'operator' } = keyStore;
  const about = { ...wanted, commandId: random.uuid(), actorId: id, nowMs: clock.nowMs() };
  const command: Command = { ...systemCommand(about), actor: { kind: 'operator', id, address: null } };
  const reply = await withAccountsStore(keyStore, (store) =>
    new Accounts(store, new Pepper(keyStore.pepper)).decide(command, made, alongside),
  );
  if (reply.refusal !== null) throw new AccountRefusedError(reply.refusal);
  return reply;
}

/** Opens the store for one piece of work. It serves no partition: the gateways publish what is decided here. */
export async function withAccountsStore<TResult>(
  { databaseUrl, clock, random }: Pick<KeyStore, 'databaseUrl' | 'clock' | 'random'>,
  work: (store: EventStore) => Promise<TResult>,
): Promise<TResult> {
  const logger = createLogger({ service: 'operator', level: 'silent' });
  const store = openAccountsStore(databaseUrl, { clock, random, logger, metrics: new Metrics() });
  try {
    return await work(store);
  } finally {
    await store.stop();
  }
}
