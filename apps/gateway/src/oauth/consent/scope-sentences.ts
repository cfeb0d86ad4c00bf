/** What each group of scopes is about, for people. */
const SUBJECT: Readonly<Record<string, string>> = {
  payments: 'payments',
  refunds: 'refunds',
  customers: 'customers and their saved instruments',
  subscriptions: 'plans and subscriptions',
  invoices: 'invoices',
  mandates: 'mandates and debits',
  payment_links: 'payment links',
  kyc: 'identity verifications',
  disputes: 'disputes',
  balance: 'the balance',
  settlements: 'settlements',
  reports: 'reports',
  webhooks: 'webhook endpoints and deliveries',
  events: 'the feed of events',
  account: 'what the account says of itself',
};

/** One scope as a sentence. */
export function scopeSentence(scope: string): { text: string; isWrite: boolean } {
  const [group = '', verb] = scope.split(':');
  const subject = SUBJECT[group] ?? group;
  return verb === 'write' ? { text: `See, make and change ${subject}`, isWrite: true } : { text: `See ${subject}`, isWrite: false };
}
