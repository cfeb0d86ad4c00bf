import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyCheckout, replaceOnce, runIn } from './copied-checkout';

/** The migration that the next release has and this one does not. */
export const NEXT_MIGRATION = 'AddChannels1999999999999';

const MIGRATION = `import { SqlMigration } from '#event-store';

export class ${NEXT_MIGRATION} extends SqlMigration {
  readonly name = '${NEXT_MIGRATION}';
  readonly statements = [
    'ALTER TABLE payments.streams ADD COLUMN channel text',
    "CREATE INDEX payments_by_channel ON payments.streams ((state->'terms'->>'channel')) WHERE stream_type = 'payment'",
  ];
}
`;

interface Edit {
  /** Below apps/payments/src. */
  path: string;
  before: string;
  after: string;
}

const EDITS: readonly Edit[] = [
  {
    path: 'payment/publish.ts',
    before: `'payment.created': { schemaVersion: 2, isPublic: true },`,
    after: `'payment.created': {
      schemaVersion: 3,
      isPublic: true,
      upcast: (data: unknown) => ({ ...(data as object), channel: 'unknown' }),
    },`,
  },
  {
    path: 'payment/decide/begin.ts',
    before: `{ type: 'payment.created', data: terms }`,
    after: `{ type: 'payment.created', data: { ...terms, channel: 'api' } as never }`,
  },
  {
    path: 'payment/evolve.ts',
    before: `if (event.type === 'payment.created') return`,
    after: `if (event.type === 'payment.created' && !('channel' in event.data)) throw new Error('no upcaster ran');
  if (event.type === 'payment.created') return`,
  },
  { path: 'payment/aggregate.ts', before: 'stateSchema: 1,', after: 'stateSchema: 2,' },
  {
    path: 'start.ts',
    before: `import { PaymentsModule } from './payments.module';`,
    after: `import { ${NEXT_MIGRATION} } from './migrations/next';
import { PaymentsModule } from './payments.module';`,
  },
  {
    path: 'start.ts',
    before: 'migrations: [CreatePayments1795405060000]',
    after: `migrations: [CreatePayments1795405060000, ${NEXT_MIGRATION}]`,
  },
];

/**
 * Builds the release after this one in a folder: this checkout with one more migration of payments, and with version 3 of
 * `payment.created`, whose states have another schema and which refuses data that did not pass its upcaster.
 */
export function buildNextRelease(folder: string): void {
  copyCheckout(folder);
  const payments = join(folder, 'apps/payments/src');
  for (const { path, before, after } of EDITS) replaceOnce(join(payments, path), before, after);
  writeFileSync(join(payments, 'migrations/next.ts'), MIGRATION);
  const { status, text } = runIn(folder, 'tools/build.mjs');
  if (status !== 0) throw new Error(`the next release does not build\n${text}`);
}
