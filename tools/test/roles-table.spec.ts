import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { RIGHTS } from '#event-store';

const DOCUMENT = readFileSync(resolve(__dirname, '../../docs/reference/topics-and-tables.md'), 'utf8');

/** One line for each role and schema, as the document has it. */
function linesOfRights(): string[] {
  const lines = new Map<string, string[]>();
  for (const { role, schema, table, operations } of RIGHTS) {
    const place = `| \`${role}\` | \`${schema}\` |`;
    const what = table === '*' ? 'every other table' : `\`${table}\``;
    const may = operations.length === 0 ? 'nothing' : operations.join(', ').toLowerCase();
    lines.set(place, [...(lines.get(place) ?? []), `${what}: ${may}`]);
  }
  return [...lines].map(([place, entries]) => `${place} ${entries.join('; ')} |`);
}

describe('docs/reference/topics-and-tables.md', () => {
  it('says of every role what the table of rights says', () => {
    const shown = DOCUMENT.split('\n').filter((line) => line.startsWith('| `hundi_'));
    expect(shown).toEqual(linesOfRights());
  });
});
