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

function readSchema(name: string): JsonSchema {
  return JSON.parse(readFileSync(join(ROOT, EVENTS_FOLDER, 'schemas', `${name}.json`), 'utf8')) as JsonSchema;
}

const RESOURCES = [...new Set(EVENT_FAMILIES.map(({ resourceType }) => resourceType))].sort();

/** As a consumer sets it up (docs/how-to/read-events.md). */
function validatorOf(schema: JsonSchema) {
  const ajv = new Ajv({ strict: true, strictTypes: false, strictRequired: false });
  addFormats(ajv);
  for (const name of RESOURCES) ajv.addSchema(readSchema(`resources/${name}`));
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

  it('holds one schema for each public event type and each resource, and nothing else', () => {
    const names = readdirSync(join(ROOT, EVENTS_FOLDER, 'schemas'));
    expect(names.sort()).toEqual([...TYPES.map(({ type }) => `${type}.json`), 'resources'].sort());
    expect(readdirSync(join(ROOT, EVENTS_FOLDER, 'schemas/resources')).sort()).toEqual(RESOURCES.map((name) => `${name}.json`));
  });

  it('describes each type whole in the AsyncAPI document: a sentence, a payload that takes its example and refuses another object', () => {
    const document = JSON.parse(readFileSync(join(ROOT, EVENTS_FOLDER, 'asyncapi.json'), 'utf8')) as {
      asyncapi: string;
      channels: Record<string, { messages: Record<string, { $ref: string }> }>;
      components: {
        schemas: Record<string, JsonSchema>;
        messages: Record<string, { summary: string; title: string; payload: JsonSchema; examples: { payload: unknown }[] }>;
      };
    };
    expect(document.asyncapi).toBe('3.0.0');
    const inChannels = Object.values(document.channels).flatMap(({ messages }) => Object.keys(messages));
    const onTopics = TYPES.filter(({ family }) => family.service !== null);
    expect(inChannels.sort()).toEqual(onTopics.map(({ type }) => type).sort());
    expect(Object.keys(document.channels['kyc.events']!.messages)).toEqual([...KYC_EVENT_TYPES]);
    const ajv = new Ajv({ strict: false });
    addFormats(ajv);
    ajv.addSchema(document, 'asyncapi');
    for (const [type, { summary, title, examples }] of Object.entries(document.components.messages)) {
      expect(summary).toMatch(/\.$/);
      expect(title).toBe(type);
      const validate = ajv.compile({ $ref: `asyncapi#/components/messages/${type}/payload` });
      expect(examples).toHaveLength(1);
      expect(validate(examples[0]?.payload) || validate.errors).toBe(true);
      expect(validate({ ...(examples[0]?.payload as object), data: { object: {}, previous_attributes: null } })).toBe(false);
      expect(validate({ ...(examples[0]?.payload as object), type: 'payment.unknown' })).toBe(false);
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
