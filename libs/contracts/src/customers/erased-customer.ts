/** A customer that is deleted, as payments says it to services that keep something of customers. */
export interface ErasedCustomer {
  customerId: string;
  accountId: string;
  livemode: boolean;
}
