import { isShard, isText, type QueryRules } from '../lists';

/** A customer that is deleted, as payments says it to services that keep something of customers. */
export interface ErasedCustomer {
  customerId: string;
  accountId: string;
  livemode: boolean;
}

/** `GET /internal/erased-customers`: a page of the customers of a shard that are deleted, by their ids. */
export interface ErasedCustomersQuery {
  shard: number;
  /** The last customer of the page before; null for the first page. */
  after: string | null;
}

export const ERASED_CUSTOMERS_QUERY: QueryRules<ErasedCustomersQuery> = { shard: isShard, after: [null, isText] };
