/** Lines that are put in, right behind one that stands once in the file. */
export interface Edit {
  path: string;
  behind: string;
  line: string;
}

/** What of Hundi's own files a new aggregate changes; its own files stand beside this one, under their paths and `.txt`. */
export const EDITS: readonly Edit[] = [
  {
    path: 'libs/contracts/src/resources.ts',
    behind: `  refund: { idPrefix: 'rfnd',`,
    line: `  note: { idPrefix: 'note', scope: 'notes', ...at('payments', '/v1/notes'), events: [] },`,
  },
  { path: 'libs/contracts/src/index.ts', behind: `export * from './money';`, line: `export * from './notes';` },
  { path: 'apps/payments/src/start.ts', behind: `import { definePaymentMethod }`, line: `import { defineNote } from './note/aggregate';` },
  { path: 'apps/payments/src/start.ts', behind: `      definePaymentMethod(),`, line: `      defineNote(),` },
  {
    path: 'apps/gateway/src/gateway.module.ts',
    behind: `import { MetricsController }`,
    line: `import { NotesController } from './notes/notes.controller';`,
  },
  { path: 'apps/gateway/src/gateway.module.ts', behind: `  RefundsController,`, line: `  NotesController,` },
  {
    path: 'apps/gateway/src/docs/published/client-names.ts',
    behind: `  'POST /v1/refunds/{id}/cancel':`,
    line: `  'POST /v1/notes': 'notes.create',\n  'GET /v1/notes/{id}': 'notes.retrieve',`,
  },
];
