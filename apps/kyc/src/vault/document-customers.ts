import type { Pool } from 'pg';

/** Who presents a document, in which verification. */
export interface DocumentCustomer {
  accountId: string;
  livemode: boolean;
  verificationId: string;
  customerId: string;
}

/** The verification of a holder, by the index of those that are kept (`verifications_by_customer`). */
const KEPT = "s.stream_type = 'kyc.verification' AND s.state->>'redactedAtMs' IS NULL AND s.account_id = $1 AND s.livemode = $2";
const CUSTOMER = "s.state->'terms'->>'customerId'";

const NOTE = {
  name: 'kyc-note-holder',
  text: `INSERT INTO kyc.document_customers (account_id, livemode, document_hash, verification_id, customer_id, noted_at)
    SELECT $1, $2, $3, s.stream_id, $5, to_timestamp($6 / 1000.0) FROM kyc.streams s
    WHERE ${KEPT} AND ${CUSTOMER} = $5 AND s.stream_id = $4 ON CONFLICT DO NOTHING`,
};
const IS_VERIFIED_FOR_ANOTHER = {
  name: 'kyc-is-verified-for-another',
  text: `SELECT 1 FROM kyc.document_customers h JOIN kyc.streams s
    ON ${KEPT} AND ${CUSTOMER} = h.customer_id AND s.stream_id = h.verification_id
    WHERE h.account_id = $1 AND h.livemode = $2 AND h.document_hash = $3 AND h.customer_id <> $4 AND s.status = 'verified' LIMIT 1`,
};
const FORGET = { name: 'kyc-forget-holder', text: 'DELETE FROM kyc.document_customers WHERE verification_id = $1' };

/** The keyed hashes of documents, to recognize a second customer with the same one. Live mode only; a redaction forgets them. */
export class DocumentHolders {
  constructor(private readonly pool: Pool) {}

  /** Of a verification that is stored and not redacted, else nothing is noted. Again changes nothing. */
  async note({ accountId, livemode, verificationId, customerId }: DocumentCustomer, hash: string, nowMs: number): Promise<void> {
    await this.pool.query({ ...NOTE, values: [accountId, livemode, hash, verificationId, customerId, nowMs] });
  }

  /** Whether another customer of the account was verified with the document. */
  async isVerifiedForAnother({ accountId, livemode, customerId }: DocumentCustomer, hash: string): Promise<boolean> {
    const { rowCount } = await this.pool.query({ ...IS_VERIFIED_FOR_ANOTHER, values: [accountId, livemode, hash, customerId] });
    return rowCount === 1;
  }

  /** Nothing tells any more which document this verification was about. */
  async forget(verificationId: string): Promise<void> {
    await this.pool.query({ ...FORGET, values: [verificationId] });
  }
}
