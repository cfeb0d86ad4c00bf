import Fastify from 'fastify';
import { PROBLEMS_MAX } from './error-body';
import { checkUnknownParameters } from './ignored-parameters';

describe('what a route does not know', () => {
  const fastify = Fastify();
  fastify.get('/', (request, reply) =>
    checkUnknownParameters(
      request,
      reply,
      Array.from({ length: 40_000 }, (_, index) => `name_${index}`),
    ),
  );
  afterAll(() => fastify.close());

  it('is looked at as far as an answer lists it, however much of it a strict request brings', async () => {
    const answer = await fastify.inject({ url: '/', headers: { prefer: 'handling=strict' } });
    const problems = answer.json<{ param: string }[]>();
    expect([problems.length, problems[0]?.param]).toEqual([PROBLEMS_MAX, 'name_0']);
  });
});
