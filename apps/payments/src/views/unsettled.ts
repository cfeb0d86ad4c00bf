import { Client } from 'pg';
import { shardOfId } from '#contracts';
import { hasUnsettledExcess, isHeld } from '../domain/payment/resolve';
import type { PaymentState } from '../domain/payment/payment';
import { isForgotten } from '../domain/refund/resolve';
import type { RefundState } from '../domain/refund/refund';

/** Why people have to look at a payment or a refund. */
export type UnsettledReason = 'wrong_amount' | 'refunded_twice' | 'refund_pending' | 'refund_in_doubt';

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

/** Lines of one listing, oldest first: whoever has more begins with these. */
export const UNSETTLED_MAX = 1_000;
/** The state of every payment is looked at once: an operator's query, not a request's. */
const STATEMENT_TIMEOUT_MS = 300_000;

interface Row {
  stream_id: string;
  stream_type: string;
  account_id: string;
  livemode: boolean;
  created_at: string;
  state: PaymentState | RefundState;
}

const WANTED = `
SELECT stream_id, stream_type, account_id, livemode, created_at, state FROM payments.streams
WHERE (stream_type = 'payment'
       AND (state #>> '{failure,reason}' = 'payment_amount_tampered' OR state #> '{refunds,excess}' IS NOT NULL))
   OR (stream_type = 'refund' AND status = 'pending' AND created_at <= $1)
   OR (stream_type = 'refund' AND state #> '{doubt}' IS NOT NULL)
ORDER BY created_at, stream_id`;

/**
 * Everything that waits for people, oldest first, at most `UNSETTLED_MAX`.
 *
 * @param refundsBeforeMs refunds made later than this are given more time; ms since the epoch.
 */
export async function findUnsettled(databaseUrl: string, refundsBeforeMs: number): Promise<Unsettled[]> {
  const rows = await query<Row>(databaseUrl, WANTED, [refundsBeforeMs]);
  return rows
    .flatMap((row) => {
      const why = reasonOf(row);
      return why === null ? [] : [unsettledOf(row, why)];
    })
    .slice(0, UNSETTLED_MAX);
}

/** Whose payment or refund it is; null when there is none of this id. */
export async function findMoneyOwner(databaseUrl: string, id: string): Promise<{ accountId: string; livemode: boolean } | null> {
  const shard = shardOfId('payment', id) ?? shardOfId('refund', id);
  if (shard === undefined) return null;
  const text = 'SELECT account_id, livemode FROM payments.streams WHERE shard = $1 AND stream_id = $2';
  const [row] = await query<Pick<Row, 'account_id' | 'livemode'>>(databaseUrl, text, [shard, id]);
  return row === undefined ? null : { accountId: row.account_id, livemode: row.livemode };
}

async function query<TRow extends object>(connectionString: string, text: string, values: unknown[]): Promise<TRow[]> {
  const client = new Client({ connectionString, statement_timeout: STATEMENT_TIMEOUT_MS, application_name: 'hundi unsettled' });
  await client.connect();
  try {
    return (await client.query<TRow>(text, values)).rows;
  } finally {
    await client.end();
  }
}

function reasonOf({ stream_type, state }: Row): UnsettledReason | null {
  if (stream_type === 'payment') {
    const payment = state as PaymentState;
    if (isHeld(payment)) return 'wrong_amount';
    return hasUnsettledExcess(payment) ? 'refunded_twice' : null;
  }
  const refund = state as RefundState;
  if (!isForgotten(refund)) return null;
  return refund.status === 'pending' ? 'refund_pending' : 'refund_in_doubt';
}

function unsettledOf({ stream_id: id, account_id: accountId, livemode, created_at, state }: Row, why: UnsettledReason): Unsettled {
  const { amount, currency } = (state as { terms: { amount: number; currency: string } }).terms;
  return { id, accountId, livemode, why, status: state.status, amount, currency, createdAtMs: Number(created_at) };
}
