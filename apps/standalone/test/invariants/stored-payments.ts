import type pg from 'pg';
import { AMOUNT, type Outcome } from '../steady-load';

interface StoredPayment {
  id: string;
  order: string;
  amount: number;
  currency: string;
  captures: number;
  captured: number;
  refunds: number;
  refunded: number;
}

/**
 * Every payment that was answered with 2xx is stored as it was asked for, and no other (I1, I2); it was captured once (I3);
 * what was given back is what refunds were answered with 2xx for, and no more than was captured (I4).
 */
export async function expectStoredOnce(pool: pg.Pool, paid: readonly Outcome[]): Promise<void> {
  expect(paid.filter(({ status }) => status !== 201)).toEqual([]);
  const stored = await readPayments(pool);
  const found = new Set(stored.map((payment) => JSON.stringify(payment)));
  const wanted = new Set(paid.map((outcome) => JSON.stringify(wantedOf(outcome))));
  expect({ lost: minus(wanted, found), invented: minus(found, wanted) }).toEqual({ lost: [], invented: [] });
  expect(stored).toHaveLength(paid.length);
}

function minus(these: ReadonlySet<string>, those: ReadonlySet<string>): string[] {
  return [...these].filter((text) => !those.has(text));
}

function wantedOf({ paymentId = '', key, refundStatuses }: Outcome): StoredPayment {
  const refunds = refundStatuses.filter((status) => status === 201).length;
  // Two are asked for at a time, and there is money for one.
  expect(refunds).toBe(refundStatuses.length / 2);
  return { id: paymentId, order: key, amount: AMOUNT, currency: 'INR', captures: 1, captured: AMOUNT, refunds, refunded: refunds * 30_000 };
}

/** By the rows of state, by the log, and by the rows of the refunds. */
async function readPayments(pool: pg.Pool): Promise<StoredPayment[]> {
  const { rows } = await pool.query<StoredPayment>(
    `WITH captures AS (
       SELECT stream_id, count(*)::int AS captures FROM payments.events WHERE type = 'payment.captured' GROUP BY 1
     ), refunds AS (
       SELECT state->'terms'->>'paymentId' AS stream_id, count(*)::int AS refunds, sum((state->'terms'->>'amount')::int)::int AS refunded
       FROM payments.streams WHERE stream_type = 'refund' AND status <> 'failed' GROUP BY 1
     )
     SELECT s.stream_id AS id, state->'terms'->'metadata'->>'order' AS order, (state->'terms'->>'amount')::int AS amount,
       state->'terms'->>'currency' AS currency, coalesce(captures, 0) AS captures, (state->>'capturedAmount')::int AS captured,
       coalesce(refunds, 0) AS refunds, coalesce(refunded, 0) AS refunded
     FROM payments.streams s LEFT JOIN captures USING (stream_id) LEFT JOIN refunds USING (stream_id) WHERE stream_type = 'payment'`,
  );
  return rows;
}
