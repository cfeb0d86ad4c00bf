import { shardOfId } from '#contracts';
import { findOwnerBy, queryOn, withOperatorClient, type Owner, type Query } from '#event-store';
import { WAITS_FOR_PEOPLE, whyPaymentWaits } from './decide/resolve';
import type { PaymentState } from './state';
import { whyRefundWaits } from '../refund/decide/resolve';
import type { RefundState } from '../refund/state';

/** Why people have to look at a payment or a refund. */
export type UnsettledReason = 'wrong_amount' | 'refunded_twice' | 'refund_pending' | 'refund_contradicted';

/** Money that no timer and no processor will settle. Amount in minor units, time in ms since the epoch. */
export interface Unsettled {
  id: string;
  accountId: string;
  livemode: boolean;
  why: UnsettledReason;
  status: string;
  amount: number;
  currency: string;
  createdAtMs: number;
}

/** Lines of one listing, oldest first: an operator with more of them begins with these. */
export const UNSETTLED_MAX = 1_000;

interface Row {
  stream_id: string;
  stream_type: string;
  account_id: string;
  livemode: boolean;
  created_at: string;
  state: PaymentState | RefundState;
}

/** The lists know them, each by a small index over all accounts; the states are read as they are now. */
const WANTED = {
  name: 'hundi_held_money',
  text: `WITH found AS (
  (SELECT id, created_at_ms FROM payments.payments_list WHERE filters ? '${WAITS_FOR_PEOPLE}' ORDER BY created_at_ms, id LIMIT ${UNSETTLED_MAX})
  UNION ALL
  (SELECT id, created_at_ms FROM payments.refunds_list WHERE filters ? '${WAITS_FOR_PEOPLE}' AND (status <> 'pending' OR created_at_ms <= $1)
   ORDER BY created_at_ms, id LIMIT ${UNSETTLED_MAX})
)
SELECT id FROM found ORDER BY created_at_ms, id LIMIT ${UNSETTLED_MAX}`,
};

const STATES = {
  name: 'hundi_held_money_states',
  text: `SELECT s.stream_id, s.stream_type, s.account_id, s.livemode, s.created_at, s.state
FROM unnest($1::smallint[], $2::text[]) AS wanted (shard, stream_id)
JOIN payments.streams s ON s.shard = wanted.shard AND s.stream_id = wanted.stream_id
ORDER BY s.created_at, s.stream_id`,
};

/** Where payments and refunds are kept. */
export const MONEY_STREAMS = { schema: 'payments', kinds: ['payment', 'refund'] } as const;

/**
 * Everything that waits for people, oldest first, at most `UNSETTLED_MAX`: what the lists have caught up with.
 *
 * @param refundsBeforeMs pending refunds made later than this are given more time; ms since the epoch.
 */
export async function heldMoney(query: Query, refundsBeforeMs: number): Promise<Unsettled[]> {
  const ids = (await query<{ id: string }>(WANTED, [refundsBeforeMs])).map(({ id }) => id);
  const rows = await query<Row>(STATES, [ids.map(shardOf), ids]);
  return rows.flatMap((row) => {
    const why = reasonOf(row);
    return why === null ? [] : [unsettledOf(row, why)];
  });
}

/** The same for the commands of operators. */
export function findUnsettled(databaseUrl: string, refundsBeforeMs: number): Promise<Unsettled[]> {
  return withOperatorClient(databaseUrl, (client) => heldMoney(queryOn(client), refundsBeforeMs));
}

/** Whose payment or refund it is; null when there is none of this id. */
export function findMoneyOwner(databaseUrl: string, id: string): Promise<Owner | null> {
  return withOperatorClient(databaseUrl, (client) => findOwnerBy(queryOn(client), MONEY_STREAMS, id));
}

function shardOf(id: string): number | undefined {
  return shardOfId('payment', id) ?? shardOfId('refund', id);
}

function reasonOf({ stream_type, state }: Row): UnsettledReason | null {
  return stream_type === 'payment' ? whyPaymentWaits(state as PaymentState) : whyRefundWaits(state as RefundState);
}

function unsettledOf({ stream_id: id, account_id: accountId, livemode, created_at, state }: Row, why: UnsettledReason): Unsettled {
  const { amount, currency } = (state as { terms: { amount: number; currency: string } }).terms;
  return { id, accountId, livemode, why, status: state.status, amount, currency, createdAtMs: Number(created_at) };
}
