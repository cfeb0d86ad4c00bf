import { COMMAND_TOPIC, newId, shardOfAccount, type CardFacts, type Command, type DebitTerms, type MandateTerms } from '#contracts';
import { SystemClock, SystemRandom } from '#service';
import { startService, type RunningService } from './service';

/** Commands on their way at once. */
const IN_FLIGHT = 400;
/** Debits that show how fast they are made. */
const SAMPLE = 1_000;
/** A mandate has so many at most that have not ended. */
const PER_MANDATE = 10;
const DAY_MS = 86_400_000;
/** Between the notice of a debit and its attempt. A card has no hours that are closed to it. */
const NOTICE_MS = 36 * 3_600_000;
const CARD: CardFacts = { scenario: '0071', brand: 'visa', last4: '0009', expiryMonth: null, expiryYear: null, international: false };

export interface SeedPlan {
  count: number;
  accounts: number;
  /** Between the last one made and the instant at which all are due. */
  leadMs: number;
}

/**
 * Debits whose notices are due at one instant, and nothing else of them for a day after it. They are made as the gateway would, without
 * the gateway.
 *
 * @returns that instant, ms since the epoch.
 */
export async function seedDebits(databaseUrl: string, { count, accounts, leadMs }: SeedPlan): Promise<number> {
  const service = await startService(databaseUrl);
  try {
    const seeder = new Seeder(service, accounts);
    const startedAt = performance.now();
    const sample = Math.min(SAMPLE, Math.ceil(count / 10));
    // Those of the sample are due later than all others are likely to be made.
    const perMs = sample / (await timed(startedAt, () => seeder.debits(sample, Date.now() + 20 * DAY_MS)));
    const dueMs = Date.now() + Math.ceil((count / perMs) * 1.2) + leadMs;
    await seeder.debits(count, dueMs);
    if (Date.now() > dueMs - leadMs / 2) throw new Error('the run is void: the debits were not made before their notices are due');
    return dueMs;
  } finally {
    await service.stop();
  }
}

async function timed(startedAt: number, work: () => Promise<void>): Promise<number> {
  await work();
  return performance.now() - startedAt;
}

class Seeder {
  private readonly random = new SystemRandom(new SystemClock());
  private readonly accounts: string[];

  constructor(
    private readonly service: RunningService,
    accounts: number,
  ) {
    this.accounts = Array.from({ length: accounts }, () => newId('account', 0, Date.now(), this.random));
  }

  async debits(count: number, dueMs: number): Promise<void> {
    const customers = await this.each(this.accounts.length, (index) =>
      this.command(this.accountOf(index), 'customer', { type: 'customers.create', payload: { referenceId: this.random.uuid() } }),
    );
    const mandates = await this.each(Math.ceil(count / PER_MANDATE), (index) =>
      this.command(this.accountOf(index), 'mandate', {
        type: 'mandates.create',
        payload: mandateOf(customers[index % customers.length] ?? ''),
      }),
    );
    await this.each(count, (index) => {
      const payload: DebitTerms = { mandateId: mandates[index % mandates.length] ?? '', amount: 49_900, debitAfterMs: dueMs + NOTICE_MS };
      return this.command(this.accountOf(index % mandates.length), 'debit', { type: 'debits.create', payload });
    });
  }

  private accountOf(index: number): string {
    return this.accounts[index % this.accounts.length] ?? '';
  }

  /** All answered 201. @returns the ids of what was made, in their order. */
  private async each(count: number, commandOf: (index: number) => Command): Promise<string[]> {
    const ids: string[] = [];
    let next = 0;
    const sender = async (): Promise<void> => {
      while (next < count) {
        const index = next++;
        const command = commandOf(index);
        const { status, refusal } = await this.service.bus.send(COMMAND_TOPIC.payments, command);
        if (status !== 201) throw new Error(`a command was answered ${status}: ${JSON.stringify(refusal)}`);
        ids[index] = command.streamId;
      }
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, sender));
    return ids;
  }

  private command(
    accountId: string,
    kind: 'customer' | 'mandate' | 'debit',
    { type, payload }: { type: string; payload: object },
  ): Command {
    const [commandId, nowMs] = [this.random.uuid(), Date.now()];
    return {
      ...{ commandId, accountId, type, payload, livemode: false, idempotency: null },
      streamId: newId(kind, shardOfAccount(accountId), nowMs, this.random),
      actor: { kind: 'api_key', id: 'key_bench', address: null },
      ...{ requestId: 'req_bench', correlationId: commandId, causationId: null, issuedAtMs: nowMs, deadlineAtMs: nowMs + 30_000 },
    };
  }
}

function mandateOf(customerId: string): Omit<MandateTerms, 'startsAtMs'> {
  return {
    ...{ customerId, instrument: { method: 'card', card: CARD }, maxAmount: 100_000, amountRule: 'maximum' },
    ...{ frequency: 'as_presented', debitDayRule: 'on', endsAtMs: Date.now() + 365 * DAY_MS, category: 'general' },
  };
}
