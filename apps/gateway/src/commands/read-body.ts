import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FieldProblem } from '#contracts';
import type { ApiError } from '../http/api-error';
import { checkUnknownParameters } from '../http/ignored-parameters';
import { invalidRequest } from '../http/invalid-request';
import { refuseMisnamedKey } from '../idempotency/misnamed-key';
import { asObject } from '../validation/read-body';
import { pathOf, type UnknownName } from '../validation/unknown-names';
import { hintForWrite, unknownOfQuery, type UnknownOfWrite } from './unknown-of-write';
import type { WriteContext, WriteRoute } from './write-rules';

/** The request a body came with. */
export interface BodySource {
  request: FastifyRequest;
  reply: FastifyReply;
  /** A body that was good once stays so for the retries of its request. */
  mayBeRetry: boolean;
}

/** @throws ApiError that lists every problem at once: unknown names, which may be what others lack, of the fields, and of what spans fields. */
export function readWriteBody<TDto extends object>(route: WriteRoute<TDto>, context: WriteContext, source: BodySource): TDto {
  const { request, reply } = source;
  const body = asObject(request.body);
  const { value, unknown: members, problems } = route.reader?.read(body) ?? readNothing(body);
  const dto = value as TDto;
  const known = new Set(problems.map(({ param }) => param));
  const spanning = route.validate?.(dto, context, known).filter(({ param }) => !known.has(param)) ?? [];
  const unknown = { members, query: unknownOfQuery(route, request) };
  const paths = [...members, ...unknown.query].map(pathOf);
  refuseMisnamedKey([...members, ...unknown.query].flatMap(({ name }) => [name, ...namesWithin(body[name])]));
  const refused = checkUnknownParameters(request, reply, paths, route.isStrict === true ? 'always strict' : 'strict');
  const all: FieldProblem[] = [...refused, ...problems, ...spanning, ...choiceProblems(route, context)];
  const isLeftToService = source.mayBeRetry && haveComeWithTime(route, all);
  if (all.length > 0 && !isLeftToService) throw refusalOf(route, all, unknown);
  return dto;
}

/** Unknown names come first in the hint as well: what is missing may have been sent under one of them. */
function refusalOf(route: WriteRoute, problems: readonly FieldProblem[], unknown: UnknownOfWrite): ApiError {
  return invalidRequest(problems, hintForWrite(route, unknown) ?? route.hintOf?.(problems));
}

/** The names in a member that the route does not know: a lenient caller may have put the key into `options`. */
function namesWithin(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...namesWithin(inner)]);
}

/** The reading of a route without a body: it knows no member. */
function readNothing(body: Record<string, unknown>): { value: object; unknown: UnknownName[]; problems: FieldProblem[] } {
  return { value: {}, unknown: Object.keys(body).map((name) => ({ prefix: '', name, known: [] })), problems: [] };
}

function choiceProblems({ choice }: Pick<WriteRoute, 'choice'>, { chosen }: WriteContext): FieldProblem[] {
  if (choice === undefined || chosen === undefined || choice.words.includes(chosen)) return [];
  return [{ param: choice.param, code: 'parameter_invalid', message: `must be one of ${choice.words.join(', ')}.` }];
}

/** A body with these problems alone may have been good when it was first sent. */
function haveComeWithTime({ isExpired }: Pick<WriteRoute, 'isExpired'>, problems: readonly FieldProblem[]): boolean {
  return isExpired !== undefined && problems.every(isExpired);
}
