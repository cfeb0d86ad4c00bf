import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { COMMAND_TOPIC, EVENT_TOPIC, REPLY_TOPIC } from '#contracts';

const DOCUMENT = readFileSync(resolve(__dirname, '../../docs/reference/topics-and-tables.md'), 'utf8');

describe('docs/reference/topics-and-tables.md', () => {
  it.each([...Object.values(COMMAND_TOPIC), ...Object.values(EVENT_TOPIC), REPLY_TOPIC])('lists the topic %s', (topic) => {
    const rows = DOCUMENT.split('\n').filter((line) => line.startsWith('|'));
    expect(rows.some((row) => row.includes(`\`${topic}\``))).toBe(true);
  });
});
