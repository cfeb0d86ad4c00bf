import Fastify from 'fastify';
import { PROBLEMS_MAX } from './error-body';
import { checkUnknownParameters, type Handling } from './ignored-parameters';

const MANY = Array.from({ length: 40_000 }, (_, index) => `name_${index}`);

describe('the parameters that a route does not know', () => {
  const fastify = Fastify();
  fastify.get<{ Params: { usual: Handling } }>('/:usual', (request, reply) =>
    checkUnknownParameters(request, reply, MANY, request.params.usual),
  );
  afterAll(() => fastify.close());

  async function answerOf(usual: Handling, prefer?: string): Promise<unknown[]> {
    const answer = await fastify.inject({ url: `/${usual}`, ...(prefer !== undefined && { headers: { prefer } }) });
    const { 'ignored-parameters': ignored, 'preference-applied': applied } = answer.headers;
    return [
      answer.json<object[]>().length,
      String(ignored ?? '')
        .split(', ')
        .filter(Boolean).length,
      applied,
    ];
  }

  const REFUSED = [PROBLEMS_MAX, 0, undefined];
  it.each<[Handling, string | undefined, unknown[]]>([
    ['strict', undefined, REFUSED],
    ['strict', 'wait=5', REFUSED],
    ['strict', 'handling=strict', REFUSED],
    ['strict', 'handling=other', REFUSED],
    ['strict', 'handling=lenient', [0, 20, 'handling=lenient']],
    ['strict', 'wait=5, Handling = "lenient"; foo', [0, 20, 'handling=lenient']],
    ['strict', 'handling=strict, handling=lenient', REFUSED],
    ['lenient', undefined, [0, 20, undefined]],
    ['lenient', 'handling=strict', REFUSED],
    ['always strict', 'handling=lenient', REFUSED],
  ])('of a %s route with Prefer: %s are refused or named, as many as an answer lists', async (usual, prefer, expected) => {
    expect(await answerOf(usual, prefer)).toEqual(expected);
  });
});
