import { EVENT_OBJECTS, EVENT_TYPES } from '#contracts';
import { describedDocuments } from '../../../test/gateway-to-describe';
import { propertiesOf, schemaName, type Document, type Node, type Operation } from './open-api';

describe('the webhooks of the published document', () => {
  let document: Document;

  beforeAll(async () => {
    ({ document } = await describedDocuments());
  });

  /** What a reference leads to. */
  const part = (reference: object | undefined): unknown => {
    const [, section = '', name = ''] = /^#\/components\/(\w+)\/(.+)$/.exec((reference as { $ref: string }).$ref) ?? [];
    return document.components[section]?.[name];
  };

  it('O11 tells of each event type what is sent, with a typed object', () => {
    expect(Object.keys(document.webhooks as object)).toEqual([...EVENT_TYPES]);
    const { oneOf, discriminator } = document.components.schemas.WebhookEvent as {
      oneOf: Node[];
      discriminator: { mapping: Record<string, string> };
    };
    expect(Object.keys(discriminator.mapping)).toEqual([...EVENT_TYPES]);
    expect(oneOf.map(({ $ref }) => $ref)).toEqual([...new Set(Object.values(discriminator.mapping))]);
    for (const type of EVENT_TYPES) {
      const { post } = part((document.webhooks as Record<string, Node>)[type]) as { post: Operation };
      const body = part(post.requestBody) as Operation['requestBody'];
      expect(body?.content['application/json']?.schema.$ref).toBe(discriminator.mapping[type]);
      const event = propertiesOf(document.components.schemas[schemaName({ $ref: discriminator.mapping[type] }) ?? '']);
      expect(event.type?.enum).toContain(type);
      const data = propertiesOf(document.components.schemas[schemaName(event.data ?? {}) ?? '']);
      expect([...EVENT_OBJECTS.values()].map((name) => `#/components/schemas/${name}`)).toContain(data.object?.$ref);
    }
  });
});
