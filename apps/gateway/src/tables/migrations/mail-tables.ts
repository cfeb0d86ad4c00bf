/**
 * A mail is written in the transaction of the change that it reports. It is kept for a week, so that it can be read without a mail
 * server.
 */
export const MAIL_TABLES: readonly string[] = [
  `CREATE TABLE gateway.mails (
    id text PRIMARY KEY,
    kind text NOT NULL,
    content text NOT NULL,
    created_at bigint NOT NULL,
    next_try_at bigint,
    tries integer NOT NULL DEFAULT 0
  )`,
  "COMMENT ON COLUMN gateway.mails.content IS 'recipient, subject, text and link, sealed'",
  "COMMENT ON COLUMN gateway.mails.next_try_at IS 'null once it was handed over'",
  'CREATE INDEX mails_to_send ON gateway.mails (next_try_at) WHERE next_try_at IS NOT NULL',
  'CREATE INDEX mails_by_age ON gateway.mails (created_at)',
];
