/** Lists of the dashboard as members have filtered them. A filter may hold personal values, so it is sealed. */
export const SAVED_VIEW_TABLES: readonly string[] = [
  `CREATE TABLE gateway.saved_views (
    id text PRIMARY KEY CHECK (id ~ '^view_[0-9A-Za-z]{24}$'),
    account_id text NOT NULL,
    user_id text NOT NULL,
    page text NOT NULL,
    content text NOT NULL,
    is_shared boolean NOT NULL,
    created_at bigint NOT NULL
  )`,
  "COMMENT ON COLUMN gateway.saved_views.content IS 'name and query, sealed under the key of the account'",
  'CREATE INDEX saved_views_of_account ON gateway.saved_views (account_id, created_at, id)',
];
