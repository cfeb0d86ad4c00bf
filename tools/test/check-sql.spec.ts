import { findSql, mayHoldSql } from '../check-sql.mjs';

describe('check-sql', () => {
  it.each([
    "const a = 'SELECT * FROM payments.events';",
    "const a = 'select 1 from streams';",
    "const a = 'SELECT 1';",
    "const a = 'SELECT pg_advisory_lock($1)';",
    'const a = `INSERT INTO ${schema}.events VALUES ($1)`;',
    'const a = `\n  UPDATE payments.streams SET version = 2`;',
    "await client.query('BEGIN');",
    "const a = 'DELETE FROM x';",
    "const a = 'create table x (y text)';",
    'const a = `WITH x AS (SELECT 1) SELECT * FROM x`;',
  ])('finds %s', (source) => {
    expect(findSql('a.ts', `const first = 1;\n${source}`)).toEqual(['a.ts:2']);
  });

  it.each([
    "const a = 'Select a payment method.';",
    "const a = 'select pg_advisory';",
    "const a = 'payment.created';",
    "const a = 'Update the payment.';",
    "// SELECT * FROM events\nconst a = 'update';",
  ])('leaves %s alone', (source) => {
    expect(findSql('a.ts', source)).toEqual([]);
  });

  it.each([
    ['libs/event-store/src/writer/append.ts', true],
    ['libs/listing/src/list-reader.ts', true],
    ['apps/payments/src/payment/list.ts', true],
    ['apps/payments/src/payment/unsettled.table.ts', true],
    ['apps/webhooks/src/feed/take-events.ts', true],
    ['apps/kyc/src/migrations/add-index.ts', true],
    ['apps/gateway/src/tables/gateway-database.ts', true],
    ['apps/gateway/src/http/error.filter.ts', false],
    ['apps/payments/src/payment/decide.ts', false],
    ['apps/payments/src/internal-api/payments-list.controller.ts', false],
    ['libs/messaging/src/bus.ts', false],
    ['libs/service/src/health.ts', false],
  ])('says whether SQL may stand in %s', (file, may) => {
    expect(mayHoldSql(file)).toBe(may);
  });
});
