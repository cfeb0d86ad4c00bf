import type { Snapshot, Projection } from '#event-store';
import { defineList, listProjection } from '#listing';
import type { PersonalData } from '#personal-data';
import type { CustomerState } from './state';

/** What the list finds sealed values by: keyed digests, which are in this table and nowhere in the log. */
interface Digests {
  email?: string;
  phone?: string;
}

type DigestedCustomer = CustomerState & { digests?: Digests };

/** Lists of customers (docs/how-to/list-and-page.md). An erased customer leaves it, and the digests with it. */
export const customersList = defineList<DigestedCustomer>({
  name: 'customers_list',
  version: 1,
  streamType: 'customer',
  usualStatuses: ['active'],
  keyFilters: ['email', 'phone', 'test_clock_id'],
  rowOf: ({ head, state }) => {
    if (state.status !== 'active') return null;
    const { referenceId, metadata } = state.profile;
    return { status: state.status, referenceId, metadata, filters: { ...state.digests, test_clock_id: head.clockId } };
  },
});

/** The list with its digests: e-mail address and phone number are unsealed here for as long as that takes. */
export function customersProjection(personalData: PersonalData): Projection {
  const projection = listProjection(customersList);
  return {
    ...projection,
    async apply(client, table, snapshots) {
      await projection.apply(client, table, await digested(snapshots as Snapshot<CustomerState>[], personalData));
    },
  };
}

async function digested(snapshots: readonly Snapshot<CustomerState>[], personalData: PersonalData): Promise<Snapshot<DigestedCustomer>[]> {
  const accounts = [...new Set(snapshots.map(({ head }) => head.accountId))];
  const perAccount = await Promise.all(
    accounts.map((accountId) =>
      digestsOf(
        snapshots.filter(({ head }) => head.accountId === accountId),
        accountId,
        personalData,
      ),
    ),
  );
  const digests = new Map(perAccount.flat());
  return snapshots.map(({ head, state }) => ({ head, state: { ...state, digests: digests.get(head.streamId) } }));
}

/** By customer id. All of an account are unsealed at once, with one look at the keys. */
async function digestsOf(
  snapshots: readonly Snapshot<CustomerState>[],
  accountId: string,
  personalData: PersonalData,
): Promise<[string, Digests][]> {
  const sealed = snapshots.map(({ head, state }) => {
    const { email = null, phone = null } = state.status === 'active' ? state.profile : {};
    return { id: head.streamId, email, phone };
  });
  const read = JSON.parse(await personalData.unseal(JSON.stringify(sealed), accountId)) as typeof sealed;
  return read.map(({ id, email, phone }) => [
    id,
    {
      ...(email !== null && { email: personalData.blindIndex(accountId, 'email', email) }),
      ...(phone !== null && { phone: personalData.blindIndex(accountId, 'phone', phone) }),
    },
  ]);
}
