import type { RequestExample } from '#contracts';
import { hundiUnderTest } from '#testing';
import { ApiClient } from '../../../test/api-client';
import { schemasOf } from '../../../test/document-schemas';
import { jsonOf, operationsOf, type Document, type Node, type Placed, type Response } from '../published/open-api';
import { exampleOf } from './example-of';

const hundi = hundiUnderTest();

/** A create as the document shows it. */
interface DocumentedCreate {
  route: string;
  /** The body, with the ids of the examples. */
  path: string;
  bodies: object[];
  status: string;
  answer: Node;
  /** The id of the object in the example of the answer. */
  exampleId: unknown;
}

describe('O15 the examples of creates', () => {
  let api: ApiClient;
  let document: Document;
  /** Ids of objects of this test, by the ids of the examples. */
  const createdIds = new Map<string, string>();
  const withCreatedIds = <T>(value: T): T =>
    JSON.parse([...createdIds].reduce((text, [id, createdId]) => text.replaceAll(id, createdId), JSON.stringify(value))) as T;

  /** Moments are those of one day: a replay goes back thirty days at most. */
  const today = <T>(value: T): T => JSON.parse(JSON.stringify(value), (_key, part: unknown) => movedToToday(part)) as T;

  beforeAll(async () => {
    api = await ApiClient.connect(hundi.baseUrl);
    document = (await api.get('/v1/openapi.json', {})).json as unknown as Document;
  });

  it('each works as it is, and the answer fits its schema and has the fields of its example', async () => {
    const creates = createsOf(document);
    expect(creates.length).toBeGreaterThan(15);
    for (const { route, path, bodies, status, answer, exampleId } of creates) {
      expect([route, bodies.length]).not.toEqual([route, 0]);
      for (const body of bodies) {
        const reply = await api.post(withCreatedIds(path), { key: hundi.testKey, body: today(withCreatedIds(body)) });
        expect([route, body, String(reply.status), reply.json]).toEqual([route, body, status, expect.anything()]);
        expect([route, body, schemasOf(document)(answer, reply.json)]).toEqual([route, body, []]);
        expect(Object.keys(reply.json)).toEqual(expect.arrayContaining(Object.keys(exampleOf(answer, document) as object)));
        if (typeof exampleId === 'string' && !createdIds.has(exampleId)) createdIds.set(exampleId, String(reply.json.id));
      }
    }
  }, 60_000);
});

/** In an order in which each finds the objects that it names. A ping and an advance create no object. */
function createsOf(document: Document): DocumentedCreate[] {
  const pending = operationsOf(document)
    .filter(({ operation: { responses, requestBody } }) => requestBody && (responses['201'] ?? responses['202']))
    .filter(({ route }) => !route.endsWith('/ping') && !route.endsWith('/advance'))
    .map((placed) => toCreate(placed, document));
  const ordered: DocumentedCreate[] = [];
  while (pending.length > 0) {
    const next = pending.findIndex((create) => !pending.some((other) => other !== create && isNamedBy(create, other)));
    if (next === -1) throw new Error(`the examples of ${pending.map(({ route }) => route).join()} name each other`);
    ordered.push(...pending.splice(next, 1));
  }
  return ordered;
}

function isNamedBy({ path, bodies }: DocumentedCreate, { exampleId }: DocumentedCreate): boolean {
  return typeof exampleId === 'string' && JSON.stringify([path, bodies]).includes(exampleId);
}

function toCreate({ route, path, operation }: Placed, document: Document): DocumentedCreate {
  const [status = '', response] = Object.entries(operation.responses).find(([code]) => code === '201' || code === '202')!;
  const media = operation.requestBody!.content['application/json'] as { examples?: Record<string, RequestExample> };
  const [parent = '', part] = path.split('/{id}');
  return {
    route,
    path:
      part === undefined
        ? path
        : `${parent}/${String(exampleIdOf(document.paths[`${parent}/{id}`]!.get!.responses['200'], document))}${part}`,
    bodies: Object.values(media.examples ?? {}).map(({ value }) => value),
    status,
    answer: jsonOf(response)!.schema,
    exampleId: exampleIdOf(response, document),
  };
}

function exampleIdOf(response: Response | undefined, document: Document): unknown {
  return (exampleOf(jsonOf(response)!.schema, document) as { id?: unknown }).id;
}

/** A moment of the examples, as long ago as it was at the end of their day. */
function movedToToday(part: unknown): unknown {
  const endOfDayMs = Date.parse('2026-11-22T00:00:00Z');
  const moved = (ms: number): number => ms + Date.now() - endOfDayMs;
  if (typeof part === 'number' && part > 1_700_000_000) return Math.trunc(moved(part * 1_000) / 1_000);
  return part;
}
