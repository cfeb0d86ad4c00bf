import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../http/api-error';
import { checkUnknownParameters, unknownQuery } from '../http/ignored-parameters';
import { invalidRequest } from '../http/invalid-request';
import type { BodyReader } from './body-reader';
import { hintForUnknown, pathOf } from './unknown-names';

/** The body of a request that is no command. @throws ApiError json_invalid; every problem of the fields at once. */
export function readBody<TDto extends object>(reader: BodyReader<TDto>, request: FastifyRequest, reply: FastifyReply): TDto {
  const { value, unknown: members, problems } = reader.read(asObject(request.body));
  const unknown = [...members, ...unknownQuery(request).map((name) => ({ prefix: '', name, known: [] }))];
  const all = [...checkUnknownParameters(request, reply, unknown.map(pathOf), 'strict'), ...problems];
  if (all.length > 0) throw invalidRequest(all, hintForUnknown(unknown, { names: reader.names, takes: (path) => reader.takes(path) }));
  return value as TDto;
}

/** No body at all is an empty one: the caller learns which parameters are missing. @throws ApiError json_invalid. */
export function asObject(body: unknown): Record<string, unknown> {
  if (body === undefined) return {};
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ApiError('json_invalid', { message: 'The body must be a JSON object.' });
  }
  return body as Record<string, unknown>;
}
