import { eventStoreStatements, SqlMigration } from '#event-store';

/**
 * The only place where a document number or an OTP may rest, encrypted, for as long as a flow is open; and how often a
 * document was tried, by its keyed hash, for a day.
 */
const VAULT = `
CREATE TABLE kyc.vault (
  vault_id uuid PRIMARY KEY,
  account_id text NOT NULL,
  verification_id text NOT NULL,
  content text NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX vault_by_expiry ON kyc.vault (expires_at);
CREATE INDEX vault_by_verification ON kyc.vault (account_id, verification_id);
CREATE TABLE kyc.document_tries (
  account_id text NOT NULL,
  livemode boolean NOT NULL,
  document_hash text NOT NULL,
  day date NOT NULL,
  tries integer NOT NULL,
  PRIMARY KEY (account_id, livemode, document_hash, day)
)`;

/** Which customers presented a document, by its keyed hash alone (live mode). */
const DOCUMENT_CUSTOMERS = `
CREATE TABLE kyc.document_customers (
  account_id text NOT NULL,
  livemode boolean NOT NULL,
  document_hash text NOT NULL,
  verification_id text NOT NULL,
  customer_id text NOT NULL,
  noted_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, livemode, document_hash, verification_id)
);
CREATE INDEX document_customers_by_verification ON kyc.document_customers (verification_id)`;

/** How verifications are found whose time is over or whose customer is erased. */
const ERASURE = `
CREATE INDEX verifications_by_customer ON kyc.streams (account_id, livemode, (state->'terms'->>'customerId'), stream_id)
  WHERE stream_type = 'kyc.verification' AND state->>'redactedAtMs' IS NULL;
CREATE INDEX verifications_by_end ON kyc.streams
  (status, (coalesce(state->>'verifiedAtMs', state->>'failedAtMs', state->>'endedAtMs')::bigint))
  WHERE stream_type = 'kyc.verification' AND state->>'redactedAtMs' IS NULL AND state->'retention'->'hold' IS NULL`;

/** Which customers were erased of late: a verification that was on its way meanwhile goes with its customer too. */
const ERASED_CUSTOMERS = `
CREATE TABLE kyc.erased_customers (
  account_id text NOT NULL,
  livemode boolean NOT NULL,
  customer_id text NOT NULL,
  noted_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, livemode, customer_id)
);
CREATE INDEX erased_customers_by_age ON kyc.erased_customers (noted_at)`;

/** Requests to providers that charge for each of them, written down before they are sent. */
const PROVIDER_REQUESTS = `
CREATE TABLE kyc.provider_requests (
  account_id text NOT NULL,
  verification_id text NOT NULL,
  request text NOT NULL,
  PRIMARY KEY (account_id, verification_id, request)
)`;

/** Verifications under way, the oldest first: those that wait for a person are among them. */
const REVIEWS = `
CREATE INDEX verifications_under_way ON kyc.streams (created_at, stream_id)
  WHERE stream_type = 'kyc.verification' AND status = 'processing'`;

/** The event store of the kyc service and its tables. */
export class CreateKyc1795405060000 extends SqlMigration {
  readonly name = 'CreateKyc1795405060000';
  readonly statements = [...eventStoreStatements('kyc'), VAULT, DOCUMENT_CUSTOMERS, ERASURE, ERASED_CUSTOMERS, PROVIDER_REQUESTS, REVIEWS];
}
