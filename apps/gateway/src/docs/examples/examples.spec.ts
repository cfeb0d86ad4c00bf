import { EXAMPLE_IDS, ID_PREFIX, REQUEST_EXAMPLES, shardOfId, type IdKind, type RequestExample } from '#contracts';
import { loadEventCatalog } from '#event-catalog';
import { findNamedSecrets } from '#service';
import { schemasOf, type SchemaCheck } from '../../../test/document-schemas';
import { describedDocuments } from '../../../test/gateway-to-describe';
import { operationsOf, propertiesOf, schemaName, type Document, type Node, type Placed } from '../published/open-api';
import { exampleOf } from './example-of';

type Media = { schema: Node; examples?: Record<string, RequestExample> };

describe('O15 the examples of the document', () => {
  let text: string;
  let document: Document;
  let strict: Document;
  let check: SchemaCheck;
  let checkStrict: SchemaCheck;

  beforeAll(async () => {
    ({ text, document, strict } = await describedDocuments());
    [check, checkStrict] = [schemasOf(document), schemasOf(strict)];
  });

  const bodiesOf = (whole: Document): [string, Media][] =>
    operationsOf(whole).flatMap(({ route, operation }) => {
      const media = operation.requestBody?.content['application/json'];
      return media !== undefined && operation['x-internal'] !== true ? [[route, media]] : [];
    });
  const answersOf = ({ operation }: Placed): Media[] =>
    Object.entries(operation.responses).flatMap(([status, { content }]) =>
      status < '300' ? Object.values((content ?? {}) as Record<string, Media>) : [],
    );
  const schemaOf = (schema: Node): Node => document.components.schemas[schemaName(schema) ?? ''] ?? schema;

  it('there is one at least for the body of every request, by its class, and each fits the strict document', () => {
    const bodies = bodiesOf(document);
    expect(bodies.length).toBeGreaterThan(18);
    for (const [route, { examples }] of bodies) expect([route, Object.keys(examples ?? {})]).not.toEqual([route, []]);
    expect([...REQUEST_EXAMPLES.keys()].toSorted()).toEqual(
      [...new Set(bodies.map(([, { schema }]) => schemaName(schema) ?? ''))].toSorted(),
    );
    for (const [route, { schema, examples = {} }] of bodiesOf(strict)) {
      for (const [name, { value }] of Object.entries(examples))
        expect([route, name, checkStrict(schema, value)]).toEqual([route, name, []]);
    }
  });

  it('there is one for every resource, and every answer has one by its schema, which it fits', () => {
    for (const placed of operationsOf(document)) {
      for (const { schema } of answersOf(placed)) {
        const item = propertiesOf(schemaOf(schema)).data?.items as Node | undefined;
        const own = (schemaOf(schema).examples ?? schemaOf(item ?? {}).examples ?? []) as unknown[];
        expect([placed.route, own.length]).toEqual([placed.route, 1]);
        expect([placed.route, check(schema, exampleOf(schema, document))]).toEqual([placed.route, []]);
      }
      expect(answersOf(placed).length).toBeGreaterThan(0);
    }
    for (const name of ['ErrorResponse', 'DryRun']) {
      const schema = { $ref: `#/components/schemas/${name}` };
      expect([name, check(schema, exampleOf(schema, document))]).toEqual([name, []]);
    }
  });

  it('the events of the catalog fit what the document says of them', () => {
    for (const { name, example } of loadEventCatalog().values()) {
      expect([name, check({ $ref: '#/components/schemas/WebhookEvent' }, example)]).toEqual([name, []]);
    }
  });

  it('a field has no example beside that of its object', () => {
    const twice = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
      name.endsWith('Dto')
        ? []
        : Object.entries(propertiesOf(schema)).flatMap(([field, property]) =>
            property?.example === undefined ? [] : [`${name}.${field}`],
          ),
    );
    expect(twice).toEqual([]);
  });

  it('name objects by ids as they are made, the same everywhere', () => {
    const shown = JSON.stringify([
      Object.values(document.components.schemas).map(({ examples }) => examples),
      bodiesOf(document).map(([, { examples }]) => examples),
    ]);
    for (const [kind, prefix] of Object.entries(ID_PREFIX)) {
      const ids = new Set(shown.match(new RegExp(`"${prefix}_(?=[A-Za-z]*[0-9])[0-9A-Za-z]+"`, 'g')));
      for (const id of ids) {
        expect([id, JSON.parse(id).length]).toEqual([id, prefix.length + 25]);
        expect([id, shardOfId(kind as IdKind, JSON.parse(id) as string)]).toEqual([id, expect.any(Number)]);
      }
      // A connection names the account of the platform beside the one that it is of.
      expect([kind, ids.size <= (kind === 'account' ? 2 : 1)]).toEqual([kind, true]);
    }
    for (const id of Object.values(EXAMPLE_IDS)) expect(shown).toContain(id);
  });

  it('hold no secret, and of persons only what is made up', () => {
    // What a key is recognized by opens nothing.
    expect(findNamedSecrets(text.replaceAll(/\b(?:rk|ocs)_test_\w{3,4}…\w{4}/g, ''))).toEqual([]);
    expect(new Set(text.match(/\+91[0-9]{10}/g))).toEqual(new Set(['+919876543210']));
    expect((text.match(/[\w.]+@[\w.]+/g) ?? []).filter((address) => !/@(example\.com|sandbox)$/.test(address))).toEqual([]);
  });
});
