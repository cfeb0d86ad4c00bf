import { EVENT_TYPES } from '#contracts';
import { describedDocuments } from '../../../test/gateway-to-describe';
import { operationsOf, propertiesOf, schemaName, type Document, type Node } from './open-api';

/** Where a schema stands: names from the root of the document on. */
type Place = readonly string[];

describe('the published document, for generators of client libraries', () => {
  let document: Document;

  beforeAll(async () => {
    ({ document } = await describedDocuments());
  });

  /** Every object of the document with its place. */
  const placed = (value: unknown = document, place: Place = []): [Place, Node][] => {
    if (typeof value !== 'object' || value === null) return [];
    const below = Object.entries(value).flatMap(([key, member]) => placed(member, [...place, key]));
    return Array.isArray(value) ? below : [[place, value as Node], ...below];
  };
  const where = (found: [Place, Node][]): string[] => found.map(([place]) => place.join(' '));
  const choicesOf = (node: Node): Node[] => ((node.anyOf ?? node.oneOf ?? []) as Node[]).filter(({ type }) => type !== 'null');
  const enumerations = (): [string, string[], unknown][] =>
    Object.entries(document.components.schemas).flatMap(([name, { enum: words, 'x-enum-varnames': names }]) =>
      Array.isArray(words) ? [[name, words as string[], names]] : [],
    );

  it('links lead by parameters alone: an expression inside a body is evaluated by no reader (OpenAPI 3.1, Link Object)', () => {
    const links = Object.values(document.components.links ?? {});
    expect(links.length).toBeGreaterThan(20);
    for (const link of links) expect(link).not.toHaveProperty('requestBody');
  });

  it('webhooks are path items of their own: as operations they became methods that call the merchant', () => {
    const items = (document.components as Record<string, unknown>).pathItems as Record<string, Node>;
    for (const item of Object.values(document.webhooks as Record<string, Node>)) {
      expect(Object.keys(item)).toEqual(['$ref']);
      expect(items).toHaveProperty([String(item.$ref).replace('#/components/pathItems/', ''), 'post', 'requestBody']);
    }
  });

  it('names every constant of an enumeration, no two alike: Go has one scope for all of them', () => {
    const all = enumerations();
    expect(all.length).toBeGreaterThan(10);
    for (const [name, words, names] of all) expect([name, (names as string[] | undefined)?.length]).toEqual([name, words.length]);
    const names = all.flatMap(([, , own]) => own as string[]);
    expect(names).toContain('PAYMENT_STATUS_CAPTURED');
    expect(names).toContain('EVENT_TYPE_PAYMENT_CAPTURED');
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    for (const name of names) expect(name).toMatch(/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/);
  });

  it('no yes or no is an enumeration: Java makes one of texts of it', () => {
    expect(where(placed().filter(([, { type, enum: words }]) => type === 'boolean' && words !== undefined))).toEqual([]);
  });

  it('no value is of two kinds, but an event, whose type tells', () => {
    const unions = placed().filter(([, node]) => choicesOf(node).length > 1 && node.discriminator === undefined);
    expect(where(unions)).toEqual([]);
    const kindsOf = ({ type }: Node): unknown[] => [type].flat().filter((kind) => kind !== 'null');
    expect(where(placed().filter(([, node]) => kindsOf(node).length > 1))).toEqual([]);
  });

  it('a moment that is sent is Unix seconds, and its description says that RFC 3339 is taken too', () => {
    const { parameters = {}, schemas } = document.components;
    const { since, until } = propertiesOf(schemas.CreateReplayDto);
    const moments = ['as_of', 'created_at.gte', 'since'].map((name) => parameters[name]?.schema as Node);
    for (const moment of [...moments, since, until]) {
      expect([moment?.type].flat()[0]).toBe('integer');
      expect(moment?.description).toMatch(/RFC 3339/);
    }
    const { start_from: startFrom } = propertiesOf(schemas.CreateWebhookEndpointDto);
    expect(startFrom).toHaveProperty('description', expect.stringMatching(/RFC 3339/));
  });

  it('every object with fields has a name', () => {
    const isNamed = (place: Place): boolean => place.length === 3 && place[0] === 'components' && place[1] === 'schemas';
    const unnamed = placed().filter(([place, { properties, type }]) => properties !== undefined && type !== undefined && !isNamed(place));
    expect(where(unnamed)).toEqual([]);
    const { schemas } = document.components;
    expect(schemas).toHaveProperty('PaymentCustomer.properties.phone');
    expect(schemas).toHaveProperty('DryRunEvent.properties.resource');
    expect(schemas).toHaveProperty('PaymentEventData.properties.object');
  });

  it('metadata is one type for requests and answers, of values of any kind', () => {
    const fields = placed().filter(([place]) => place.at(-1) === 'metadata' && place.at(-2) === 'properties');
    expect(fields.length).toBeGreaterThan(12);
    for (const [place, field] of fields) {
      expect([place.join(' '), JSON.stringify(field)]).toEqual([
        place.join(' '),
        expect.stringContaining('"#/components/schemas/Metadata"'),
      ]);
    }
    expect(document.components.schemas.Metadata).toMatchObject({ type: 'object', additionalProperties: true });
  });

  it('a filter by metadata is an object and no map: of a map, TypeScript sends the keys without the name of the parameter', () => {
    expect(document.components.parameters?.metadata).toMatchObject({ style: 'deepObject', explode: true });
    expect(document.components.parameters?.metadata?.schema).toEqual({ type: 'object' });
  });

  it('a type of event belongs to one schema: Python tries one after another, and must find the one that fits', () => {
    const { oneOf } = document.components.schemas.WebhookEvent as { oneOf: Node[] };
    const types = oneOf.flatMap((event) => propertiesOf(document.components.schemas[schemaName(event) ?? '']).type?.enum as string[]);
    expect([...types].sort()).toEqual([...EVENT_TYPES].sort());
  });

  it('an event has what every event has, and what changed: no generator puts objects together as JSON Schema does', () => {
    expect(where(placed().filter(([, { allOf }]) => Array.isArray(allOf) && allOf.length > 1))).toEqual([]);
    const { PaymentEvent: event, PaymentEventData: data } = document.components.schemas;
    expect(event).toHaveProperty('properties.causation_id.type', ['string', 'null']);
    expect(Object.keys(propertiesOf(data))).toEqual(['object', 'previous_attributes']);
  });

  it('operation ids and names of schemas are words of ours, none made of a place', () => {
    const names = [...Object.keys(document.components.schemas), ...operationsOf(document).map(({ operation }) => operation.operationId)];
    expect(names.filter((name) => /Inner|AllOf|OneOf|AnyOf|Inline|\d/.test(name))).toEqual([]);
    const same = names.map((name) => name.toLowerCase());
    expect(same.filter((name, index) => same.indexOf(name) !== index)).toEqual([]);
  });
});
