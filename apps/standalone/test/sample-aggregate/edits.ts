/** Lines that are put in, right behind one that stands once in the file. */
export interface Edit {
  path: string;
  behind: string;
  line: string;
}

/** The edits of Hundi's files that a new aggregate needs. Its own files stand in this folder, under their paths and `.txt`. */
export const EDITS: readonly Edit[] = [
  {
    path: 'libs/contracts/src/resources.ts',
    behind: `  refund: { idPrefix: 'rfnd',`,
    line: `  note: { idPrefix: 'note', scope: 'notes', ...at('payments', '/v1/notes'), events: ['note.created'] },`,
  },
  { path: 'libs/contracts/src/index.ts', behind: `export * from './money';`, line: `export * from './notes';` },
  { path: 'apps/payments/src/start.ts', behind: `import { definePaymentMethod }`, line: `import { defineNote } from './note/aggregate';` },
  { path: 'apps/payments/src/start.ts', behind: `import { plansList }`, line: `import { notesList } from './note/list';` },
  { path: 'apps/payments/src/start.ts', behind: `    listProjection(plansList),`, line: `    listProjection(notesList),` },
  { path: 'apps/payments/src/start.ts', behind: `    plansList,`, line: `    notesList,` },
  { path: 'libs/event-store/src/roles/rights.ts', behind: `    'plans_list',`, line: `    'notes_list',` },
  { path: 'tools/schemas/event-schemas.ts', behind: `import { PLAN_EVENTS }`, line: `import { NOTE_EVENTS } from './note-events';` },
  { path: 'tools/schemas/event-schemas.ts', behind: `  REFUND_EVENTS,`, line: `  NOTE_EVENTS,` },
  {
    path: 'apps/gateway/src/docs/published/published-document.ts',
    behind: `  { name: 'Events',`,
    line: `  { name: 'Notes', description: 'Reminders.' },`,
  },
  { path: 'apps/payments/src/start.ts', behind: `      definePaymentMethod(),`, line: `      defineNote(),` },
  {
    path: 'apps/gateway/src/gateway.module.ts',
    behind: `import { MetricsController }`,
    line: `import { NotesController } from './resources/notes/notes.controller';`,
  },
  { path: 'apps/gateway/src/gateway.module.ts', behind: `  RefundsController,`, line: `  NotesController,` },
  {
    path: 'apps/gateway/src/docs/published/client-names.ts',
    behind: `  'POST /v1/refunds/{id}/cancel':`,
    line: `  'POST /v1/notes': 'notes.create',\n  'GET /v1/notes': 'notes.list',\n  'GET /v1/notes/{id}': 'notes.retrieve',`,
  },
];
