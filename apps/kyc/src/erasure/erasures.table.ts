import type { ErasedCustomer, VerificationStatus } from '#contracts';
import type { Owner } from '#event-store';
import type { Pool } from 'pg';

/** A verification that something is to be asked of. */
export interface VerificationPlace {
  verificationId: string;
  accountId: string;
  livemode: boolean;
  /** Its version when it was found. */
  version: number;
}

/** Rows of one query at most; the next one finds the others. */
export const CHUNK = 100;

const PLACE = 's.stream_id, s.account_id, s.livemode, s.version';
const ENDED = "(coalesce(s.state->>'verifiedAtMs', s.state->>'failedAtMs', s.state->>'endedAtMs')::bigint)";
const KEPT = "s.stream_type = 'kyc.verification' AND s.state->>'redactedAtMs' IS NULL";
const FREE = "s.state->'retention'->'hold' IS NULL";

const OVERDUE = {
  name: 'kyc-find-overdue',
  text: `SELECT ${PLACE} FROM kyc.streams s WHERE ${KEPT} AND ${FREE} AND s.status = ANY ($1) AND ${ENDED} <= $2::bigint LIMIT ${CHUNK}`,
};
const OF_CUSTOMER = {
  name: 'kyc-find-of-customer',
  text: `SELECT ${PLACE} FROM kyc.streams s WHERE ${KEPT}
    AND s.account_id = $1 AND s.livemode = $2 AND s.state->'terms'->>'customerId' = $3 AND s.stream_id > $4
    ORDER BY s.stream_id LIMIT ${CHUNK}`,
};
const NOTE_ERASED = {
  name: 'kyc-note-erased-customer',
  text: `INSERT INTO kyc.erased_customers (account_id, livemode, customer_id, noted_at)
    VALUES ($1, $2, $3, to_timestamp($4 / 1000.0)) ON CONFLICT DO NOTHING`,
};
const OF_ERASED = {
  name: 'kyc-find-of-erased',
  text: `SELECT ${PLACE} FROM kyc.erased_customers e JOIN kyc.streams s
    ON s.account_id = e.account_id AND s.livemode = e.livemode AND s.state->'terms'->>'customerId' = e.customer_id
    WHERE ${KEPT} AND s.state->'retention'->'isErasureDue' IS NULL LIMIT ${CHUNK}`,
};
const OF_CUSTOMERS = {
  name: 'kyc-find-of-customers',
  text: `SELECT ${PLACE} FROM unnest($1::text[], $2::boolean[], $3::text[]) AS e (account_id, livemode, customer_id) JOIN kyc.streams s
    ON s.account_id = e.account_id AND s.livemode = e.livemode AND s.state->'terms'->>'customerId' = e.customer_id
    WHERE ${KEPT} AND s.state->'retention'->'isErasureDue' IS NULL`,
};
const FORGET_ERASED = {
  name: 'kyc-forget-erased-customers',
  text: 'DELETE FROM kyc.erased_customers WHERE noted_at < to_timestamp($1 / 1000.0)',
};
interface PlaceRow {
  stream_id: string;
  account_id: string;
  livemode: boolean;
  version: number;
}

/** What is to be erased, and what must not be, as questions to the states that are kept in the commit of each command. */
export class Erasures {
  constructor(private readonly pool: Pool) {}

  /** Some of those in these statuses that ended before this instant, ms since the epoch. Held ones are left out. */
  async findOverdue(statuses: readonly VerificationStatus[], beforeMs: number): Promise<VerificationPlace[]> {
    return (await this.pool.query<PlaceRow>({ ...OVERDUE, values: [statuses, beforeMs] })).rows.map(placeOf);
  }

  /** Those of a customer that are not redacted, by their ids, from the one after `afterId` on. */
  async findOfCustomer(owner: Owner, customerId: string, afterId: string): Promise<VerificationPlace[]> {
    const values = [owner.accountId, owner.livemode, customerId, afterId];
    return (await this.pool.query<PlaceRow>({ ...OF_CUSTOMER, values })).rows.map(placeOf);
  }

  /**
   * A customer is erased: written down before its verifications are looked for, so that one which is stored meanwhile is found
   * by the one or by the other. Again changes nothing.
   */
  async noteErased(owner: Owner, customerId: string, nowMs: number): Promise<void> {
    await this.pool.query({ ...NOTE_ERASED, values: [owner.accountId, owner.livemode, customerId, nowMs] });
  }

  /** Some that were stored when their customer was erased already. Those that a hold puts off are left out. */
  async findOfErased(): Promise<VerificationPlace[]> {
    return (await this.pool.query<PlaceRow>(OF_ERASED)).rows.map(placeOf);
  }

  /** Those of erased customers whose erasure has not been requested yet. */
  async findOfCustomers(customers: readonly ErasedCustomer[]): Promise<VerificationPlace[]> {
    const values = [
      customers.map(({ accountId }) => accountId),
      customers.map(({ livemode }) => livemode),
      customers.map(({ customerId }) => customerId),
    ];
    return (await this.pool.query<PlaceRow>({ ...OF_CUSTOMERS, values })).rows.map(placeOf);
  }

  /** @param beforeMs nothing that was on its way then can still be stored; ms since the epoch. */
  async forgetErased(beforeMs: number): Promise<void> {
    await this.pool.query({ ...FORGET_ERASED, values: [beforeMs] });
  }
}

function placeOf({ stream_id: verificationId, account_id: accountId, livemode, version }: PlaceRow): VerificationPlace {
  return { verificationId, accountId, livemode, version };
}
