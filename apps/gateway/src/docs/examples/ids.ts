/** Ids in the examples of the document: of one sandbox account, the same wherever the object is meant. Events have them too. */
export const EXAMPLE_IDS = {
  account: 'acct_0VB3xQ9k000000000000demo',
  payment: 'pay_0VB3xQ9k42Zr8s7JpLw2NcYd',
  attempt: 'att_0VB3xQ9k42ab3DeFgH5kLmNo',
  refund: 'rfnd_0VB3xQ9k42Rf7s2JpLw9NcAd',
  customer: 'cust_0VB3xQ9k42Hb6t5VnMq1RdXa',
  paymentMethod: 'pm_0VB3xQ9k42Kd9w7RtYb4SmPc',
  mandate: 'mandate_0VB3xQ9k42Pn4d8TmWq7ZcHs',
  debit: 'debit_0VB3xQ9k42Pn4d8TmWq7ZcHs',
  plan: 'plan_0VB3xQ9k42Pn4d8TmWq7ZcHs',
  webhookEndpoint: 'we_0VB3xQ9k42Wh7r3FnKp2LdTe',
  event: 'evt_0VB3xQ9k42mN3pQrStUvWxYz',
  delivery: 'whd_0VB3xQ9k42Dv5n8CkTy7GbQm',
  webhookAttempt: 'wha_0VB3xQ9k42Ae4r9LwPs6HcRn',
  replay: 'whr_0VB3xQ9k42Rp3t6XzVf8JdKw',
  ping: 'whp_0VB3xQ9k42Pg2y5BmNs9QaLx',
  apiKey: 'key_0VB3xQ9k0000XbT4WnRm7YsD',
} as const;
