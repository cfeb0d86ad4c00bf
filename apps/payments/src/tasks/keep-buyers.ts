import { EMPTY_LIST_QUERY, endOfFinancialYear, istDateOf, LIST_LIMIT_MAX, startOfIstDate, systemCommand } from '#contracts';
import type { Clock, SealedAddress, SealedBuyer } from '#contracts';
import { derivedUuid, TaskTakenError, type EventStore, type Snapshot } from '#event-store';
import { ListReader, type ListOwner } from '#listing';
import { SubjectErasedError, SubjectUnknownError, type PersonalData, type Seal } from '#personal-data';
import { seriesIdOf } from '../invoice-series/aggregate';
import { keptUntilMs, type RetentionRules } from '../invoice-series/retention';
import { prefixOf } from '../invoice/decide/invoice-number';
import { invoicesList } from '../invoice/list';
import { documentOf, type InvoiceDocument, type InvoiceState } from '../invoice/state';

export interface KeeperParts {
  store: Pick<EventStore, 'submit' | 'listing'>;
  personalData: PersonalData;
  clock: Clock;
  rules: RetentionRules;
}

/** An erased customer, whose key is still there. */
export interface ErasedCustomer extends ListOwner {
  customerId: string;
}

/** Which page, and by which time it is kept. */
interface KeepPage {
  /** Id of the last invoice of the page before; null for the first page. */
  after: string | null;
  /** Milliseconds since the epoch, by the clock of the customer. */
  nowMs: number;
  signal: AbortSignal;
}

/** An invoice with the buyer that can be read with the key of the customer alone. */
interface ToKeep {
  invoiceId: string;
  seriesId: string;
  buyer: SealedBuyer;
}

/** What a buyer is in clear; what cannot be read is null. */
interface BuyerInClear {
  name?: string | null;
  gstin?: string | null;
  address?: Partial<Record<keyof SealedAddress, string | null>>;
  stateCode?: string;
}

/** Seals the buyer of the invoices of an erased customer anew, under the key of their series. */
export class BuyerKeeper {
  private readonly invoices: ListReader<InvoiceState>;

  constructor(private readonly parts: KeeperParts) {
    this.invoices = new ListReader(parts.store, invoicesList);
  }

  /**
   * One page of invoices, in the order of their creation. The list shows every write that was answered before, and waits for it.
   *
   * @returns the id of its last invoice where there are more.
   * @throws PersonalDataUnavailableError when a key cannot be read now: nothing of the page is lost; TaskTakenError; RefusalError.
   */
  async keepPage(customer: ErasedCustomer, { after, nowMs, signal }: KeepPage): Promise<string | null> {
    const { customerId, accountId, livemode } = customer;
    const query = { ...EMPTY_LIST_QUERY, customerId, after, order: 'asc' as const, limit: LIST_LIMIT_MAX };
    const { snapshots, hasMore } = await this.invoices.page(query, { accountId, livemode });
    const toKeep = snapshots.flatMap((snapshot) => toKeepOf(snapshot, nowMs, this.parts.rules));
    if (toKeep.length > 0 && (await this.isReadable(customer))) {
      const sealed = await this.sealAnew(toKeep, accountId);
      if (signal.aborted) throw new TaskTakenError('it was aborted', { cause: signal.reason });
      await Promise.all(sealed.map((one) => this.keep(one, customer)));
    }
    return hasMore ? (snapshots.at(-1)?.head.streamId ?? null) : null;
  }

  /** Else the key is destroyed already, and whatever could be kept was kept before. @throws PersonalDataUnavailableError. */
  private async isReadable({ accountId, customerId }: ErasedCustomer): Promise<boolean> {
    try {
      await this.parts.personalData.sealerOf({ accountId, id: customerId }, { mayCreate: false });
      return true;
    } catch (error) {
      if (error instanceof SubjectErasedError || error instanceof SubjectUnknownError) return false;
      throw error;
    }
  }

  private async sealAnew(toKeep: readonly ToKeep[], accountId: string): Promise<ToKeep[]> {
    const { personalData } = this.parts;
    const texts = await personalData.unseal(JSON.stringify(toKeep.map(({ buyer }) => buyer)), accountId);
    const inClear = JSON.parse(texts) as BuyerInClear[];
    const seals = new Map<string, Seal | null>();
    for (const { seriesId } of toKeep) {
      if (!seals.has(seriesId)) seals.set(seriesId, await this.sealOf(seriesId, accountId));
    }
    return toKeep.flatMap((one, index) => {
      const [seal, buyer] = [seals.get(one.seriesId), inClear[index]];
      return seal && buyer ? [{ ...one, buyer: sealedBuyer(buyer, seal) }] : [];
    });
  }

  /** Null when the key of the series is destroyed: its time is over. */
  private async sealOf(seriesId: string, accountId: string): Promise<Seal | null> {
    try {
      return await this.parts.personalData.sealerOf({ accountId, id: seriesId });
    } catch (error) {
      if (error instanceof SubjectErasedError) return null;
      throw error;
    }
  }

  private async keep({ invoiceId: streamId, buyer }: ToKeep, { accountId, livemode, customerId }: ErasedCustomer): Promise<void> {
    const nowMs = this.parts.clock.nowMs();
    const commandId = derivedUuid(`keep buyer ${streamId} ${nowMs}`);
    const about = { type: 'invoices.keep_buyer', payload: { buyer }, actorId: customerId, nowMs };
    const { refusal } = await this.parts.store.submit(systemCommand({ commandId, streamId, accountId, livemode, ...about }));
    if (refusal !== null) throw new TaskTakenError(`the buyer of an invoice could not be kept: ${refusal.code}`);
  }
}

/** Finalized, not kept yet, within its time, and with something that only the customer's key opens. */
function toKeepOf({ head, state }: Snapshot<InvoiceState>, nowMs: number, rules: RetentionRules): ToKeep[] {
  const document = state.status === 'none' ? null : documentOf(state);
  if (document === null || document.isBuyerKept === true || !isPersonal(document)) return [];
  const { number, buyer, finalizedAtMs } = document;
  const date = istDateOf(finalizedAtMs);
  if (keptUntilMs(startOfIstDate(endOfFinancialYear(date)), rules) <= nowMs) return [];
  return [{ invoiceId: head.streamId, seriesId: seriesIdOf(head, prefixOf(number), date, head.clockId), buyer }];
}

function isPersonal({ buyer: { name, gstin, address } }: InvoiceDocument): boolean {
  return name !== undefined || gstin !== undefined || address !== undefined;
}

const ADDRESS_PARTS = ['line1', 'line2', 'city', 'state', 'postalCode', 'country'] as const satisfies readonly (keyof SealedAddress)[];

function sealedBuyer({ name, gstin, address, stateCode }: BuyerInClear, seal: Seal): SealedBuyer {
  const isThere = (value: string | null | undefined): value is string => typeof value === 'string';
  return {
    ...(isThere(name) && { name: seal(name, 'name') }),
    ...(isThere(gstin) && { gstin: seal(gstin, 'gstin') }),
    ...(address !== undefined && { address: sealedAddress(address, seal) }),
    ...(stateCode !== undefined && { stateCode }),
  };
}

function sealedAddress(address: NonNullable<BuyerInClear['address']>, seal: Seal): SealedAddress {
  return Object.fromEntries(
    ADDRESS_PARTS.flatMap((part) => {
      const value = address[part];
      return typeof value === 'string' ? [[part, seal(value, part)]] : [];
    }),
  );
}
