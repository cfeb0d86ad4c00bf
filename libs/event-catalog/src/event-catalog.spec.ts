import Ajv from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { EVENT_TYPES } from '#contracts';
import { loadEventCatalog } from './event-catalog';

describe('the catalog of event types', () => {
  const catalog = loadEventCatalog();

  it('has every type with a sentence, a schema and an example of its own', () => {
    expect([...catalog.keys()]).toEqual([...EVENT_TYPES]);
    for (const [name, { description, schema, example, resourceType }] of catalog) {
      expect(description).toMatch(/\.$/);
      expect(schema).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema', title: name });
      expect(example).toMatchObject({ object: 'event', type: name, resource: { type: resourceType } });
    }
  });

  it.each([...EVENT_TYPES])('shows %s as merchants read it, without a token, and by a schema that takes it', (name) => {
    const { schema, example } = catalog.get(name)!;
    const ajv = new Ajv({ strict: true, strictTypes: false, strictRequired: false });
    addFormats(ajv);
    const validate = ajv.compile(schema);
    expect(validate(example) || validate.errors).toBe(true);
    expect(JSON.stringify({ schema, example })).not.toContain('~s1');
  });

  it('takes an event whose customer is erased', () => {
    const { schema, example } = catalog.get('customer.created')!;
    const ajv = new Ajv({ strict: true, strictTypes: false, strictRequired: false });
    addFormats(ajv);
    const object = { ...(example.data.object as object), name: null, email: null, address: null };
    const validate = ajv.compile(schema);
    expect(validate({ ...example, data: { ...example.data, object } }) || validate.errors).toBe(true);
    expect(validate({ ...example, data: { ...example.data, object: { ...object, name: 1 } } })).toBe(false);
  });

  it('marks the noisy ones', () => {
    expect(catalog.get('attempt.started')?.isExplicitOnly).toBe(true);
    expect(catalog.get('webhook_endpoint.created')?.isExplicitOnly).toBe(true);
    expect(catalog.get('webhook_endpoint.disabled')?.isExplicitOnly).toBe(false);
    expect(catalog.get('payment.captured')?.isExplicitOnly).toBe(false);
  });
});
