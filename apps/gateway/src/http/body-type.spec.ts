import Fastify from 'fastify';
import { installBodyParser } from './fastify-server';

describe('the type of a body', () => {
  const fastify = Fastify();
  installBodyParser(fastify, 1_000);
  fastify.post('/', (_request, reply) => void reply.code(204).send());
  // Answered where the server has its filter of errors.
  fastify.setErrorHandler((error, _request, reply) => void reply.code(415).send(String(error)));
  afterAll(() => fastify.close());

  const statusFor = async (type: string): Promise<number> =>
    (await fastify.inject({ method: 'POST', url: '/', headers: { 'content-type': type }, payload: '{}' })).statusCode;

  it.each(['application/json', 'Application/JSON ;', 'application/json; charset=utf-8', 'application/json ;charset = "UTF-8" ; '])(
    'may be %j',
    async (type) => {
      expect(await statusFor(type)).toBe(204);
    },
  );

  it.each(['application/json; charset=utf-16', 'application/json;;', 'application/json; charset=utf-8; x=y', 'text/plain'])(
    'may not be %j',
    async (type) => {
      expect(await statusFor(type)).toBe(415);
    },
  );

  it.each(['application/json', 'application/json; charset=utf-8'])(
    'is refused at once, however many blanks stand behind %s',
    async (type) => {
      const startedAtMs = performance.now();
      expect(await statusFor(`${type}${' '.repeat(50_000)};x`)).toBe(415);
      expect(performance.now() - startedAtMs).toBeLessThan(500);
    },
  );
});
