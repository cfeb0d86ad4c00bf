import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import Ajv from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { EVENT_TYPES, KYC_EVENT_TYPES } from '#contracts';
import { EVENT_FAMILIES } from './event-schemas';
import type { JsonSchema } from './json-schema';
import { EVENTS_FOLDER, referenceFiles } from './reference-files';

const ROOT = resolve(__dirname, '../..');
const TYPES = EVENT_FAMILIES.flatMap((family) => Object.keys(family.meaning).map((type) => ({ type, family })));

function readSchema(type: string): JsonSchema {
  return JSON.parse(readFileSync(join(ROOT, EVENTS_FOLDER, 'schemas', `${type}.json`), 'utf8')) as JsonSchema;
}

function validatorOf(schema: JsonSchema) {
  const ajv = new Ajv({ strict: true, strictTypes: false, strictRequired: false });
  addFormats(ajv);
  return ajv.compile(schema);
}

describe('the generated reference', () => {
  const { files, problems } = referenceFiles(ROOT);

  it('breaks no consumer of what is published', () => {
    expect(problems).toEqual([]);
  });

  it.each(files.map(({ path, text }) => [path, text]))('%s says what the contracts say: else run `npm run schemas`', (path, text) => {
    expect(readFileSync(join(ROOT, path), 'utf8')).toBe(text);
  });

  it('holds one schema for each public event type and nothing else', () => {
    const names = readdirSync(join(ROOT, EVENTS_FOLDER, 'schemas')).sort();
    expect(names).toEqual(TYPES.map(({ type }) => `${type}.json`).sort());
  });

  it('has a message with an existing payload and a sentence for each type', () => {
    const document = JSON.parse(readFileSync(join(ROOT, EVENTS_FOLDER, 'asyncapi.json'), 'utf8')) as {
      asyncapi: string;
      channels: Record<string, { messages: Record<string, { $ref: string }> }>;
      components: { messages: Record<string, { summary: string; payload: { $ref: string } }> };
    };
    expect(document.asyncapi).toBe('3.0.0');
    const inChannels = Object.values(document.channels).flatMap(({ messages }) => Object.keys(messages));
    const onTopics = TYPES.filter(({ family }) => family.service !== null);
    expect(inChannels.sort()).toEqual(onTopics.map(({ type }) => type).sort());
    expect(Object.keys(document.channels['kyc.events']!.messages)).toEqual([...KYC_EVENT_TYPES]);
    for (const [type, { summary, payload }] of Object.entries(document.components.messages)) {
      expect(summary).toMatch(/\.$/);
      expect(readFileSync(join(ROOT, EVENTS_FOLDER, payload.$ref), 'utf8')).toContain(`"title": "${type}"`);
    }
  });
});

describe('the catalog of event types', () => {
  it('has every public event of every service, and no other', () => {
    expect([...EVENT_TYPES].sort()).toEqual(TYPES.map(({ type }) => type).sort());
  });
});

describe.each(TYPES)('the schema of $type', ({ type, family }) => {
  const { exampleOf } = family;
  const validate = validatorOf(readSchema(type));

  it('accepts its example', () => {
    expect(validate(exampleOf(type)) || validate.errors).toBe(true);
  });

  it('refuses a missing field, another type, and a number as text', () => {
    const example = exampleOf(type);
    const { sequence: _sequence, ...incomplete } = example;
    expect(validate(incomplete)).toBe(false);
    expect(validate({ ...example, type: 'payment.unknown' })).toBe(false);
    expect(validate({ ...example, data: { ...example.data, object: { ...(example.data.object as object), sequence: '50000' } } })).toBe(
      false,
    );
  });

  it('accepts fields and values that are added one day', () => {
    const example = exampleOf(type);
    const object = { ...(example.data.object as object), status: 'one_day', field_of_tomorrow: 1 };
    expect(validate({ ...example, data: { ...example.data, object }, field_of_tomorrow: 1 }) || validate.errors).toBe(true);
  });
});
