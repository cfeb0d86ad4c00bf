import type { EventStore, TaskRunner } from '#event-store';
import type { PersonalData } from '#personal-data';
import type { CustomerState } from '../customer/state';
import type { RetentionRules } from '../invoice-series/retention';
import type { TestClockState } from '../test-clock/state';
import { BuyerKeeper, type KeeperParts } from './keep-buyers';

export interface CustomerEraserParts extends KeeperParts {
  store: Pick<EventStore, 'submit' | 'listing' | 'reads'>;
  personalData: PersonalData;
  rules: RetentionRules;
}

/**
 * Keeps the buyer of every finalized invoice of an erased customer (docs/decisions/0035), a page a run, and destroys the customer's key
 * after the last one. No invoice gets a buyer of this customer any more, so that none is missed; what is kept already stays as it is, so
 * that a run may be repeated from anywhere.
 */
export function customerEraser(parts: CustomerEraserParts): TaskRunner<CustomerState> {
  const { store, personalData } = parts;
  const keeper = new BuyerKeeper(parts);
  return async ({ snapshot: { head, state }, nowMs }, signal) => {
    if (state.status !== 'deleted') throw new Error('the key of a customer that is not deleted is to be destroyed');
    const customer = { ...head, customerId: head.streamId };
    // The invoices of a test clock go with it.
    const isKept = head.clockId === undefined || !(await isDeleted(store, { ...head, clockId: head.clockId }));
    const throughInvoiceId = isKept ? await keeper.keepPage(customer, { after: state.keptThroughId ?? null, nowMs, signal }) : null;
    if (throughInvoiceId !== null) return { type: 'customers.record_buyers_kept', payload: { throughInvoiceId } };
    await personalData.destroy({ accountId: head.accountId, id: head.streamId });
    return { type: 'customers.record_key_destroyed', payload: {} };
  };
}

interface OfClock {
  clockId: string;
  accountId: string;
  livemode: boolean;
}

async function isDeleted({ reads }: CustomerEraserParts['store'], { clockId, accountId, livemode }: OfClock): Promise<boolean> {
  const clock = await reads.findStream<TestClockState>(clockId, accountId, livemode);
  return clock?.state.status === 'deleted';
}
