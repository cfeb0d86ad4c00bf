import { createConfig, lintFromString } from '@redocly/openapi-core';
import { describedDocuments } from '../../../test/gateway-to-describe';

const OPERATION = {
  operationId: 'planted',
  summary: 'An operation.',
  security: [],
  responses: { 200: { description: 'Done.' }, 400: { description: 'Refused.' } },
};
const CLEAN = {
  openapi: '3.1.0',
  info: { title: 'Planted', version: '1', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
  servers: [{ url: 'https://api.example.net' }],
  paths: { '/v1/planted': { get: OPERATION } },
};

describe('OpenAPI lint', () => {
  let documents: Record<'published' | 'strict', object>;

  beforeAll(async () => {
    const { document, strict } = await describedDocuments();
    documents = { published: document, strict };
  });

  it('of the published document: says nothing but what is so on purpose', async () => {
    // No operation refers to them: a receiver of webhooks and a caller of dry runs want a type.
    expect(await findings(documents.published)).toEqual([unused('DryRun'), unused('WebhookEvent')]);
  });

  it('of the strict document: says nothing but what is so on purpose', async () => {
    // Pages and probes need no key, and probes refuse no request.
    const onPurpose = ['security-defined', 'operation-4xx-response'];
    expect(await findings(documents.strict, onPurpose)).toEqual([unused('ThinVerification')]);
  });

  it.each<[string, object]>([
    ['operation-operationId', { paths: { '/v1/planted': { get: { ...OPERATION, operationId: undefined } } } }],
    ['operation-operationId-unique', { paths: { '/v1/planted': { get: OPERATION, post: OPERATION } } }],
    ['operation-summary', { paths: { '/v1/planted': { get: { ...OPERATION, summary: undefined } } } }],
    ['no-unresolved-refs', { components: { schemas: { Planted: { $ref: '#/components/schemas/Missing' } } } }],
    ['struct', { components: { schemas: { Planted: { type: 'amount' } } } }],
    ['security-defined', { paths: { '/v1/planted': { get: { ...OPERATION, security: [{ cookie: [] }] } } } }],
    ['path-parameters-defined', { paths: { '/v1/planted/{id}': { get: OPERATION } } }],
    ['no-invalid-schema-examples', { components: { schemas: { Planted: { type: 'integer', example: 'five' } } } }],
    ['no-unused-components', { components: { schemas: { Planted: { type: 'integer' } } } }],
  ])('finds a planted fault against %s', async (rule, planted) => {
    expect((await findings({ ...CLEAN, ...planted })).map((finding) => finding.split(' ')[0])).toContain(rule);
  });

  it('has nothing to say of the document in which the faults are planted', async () => {
    expect(await findings(CLEAN)).toEqual([]);
  });
});

const unused = (name: string) => `no-unused-components #/components/schemas/${name}`;

/** Every recommended rule of the lint, warnings too, that a document does not keep: its name and the place. */
async function findings(document: object, without: readonly string[] = []): Promise<string[]> {
  const rules = Object.fromEntries(without.map((rule) => [rule, 'off' as const]));
  const config = await createConfig({ extends: ['recommended-strict'], rules });
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config });
  return problems.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer ?? ''}`);
}
