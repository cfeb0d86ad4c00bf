import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FieldProblem } from '#contracts';
import { checkUnknownParameters, unknownQuery } from '../http/ignored-parameters';
import { invalidRequest } from '../http/invalid-request';
import { hintOfNames } from '../validation/names-elsewhere';
import { asObject } from '../validation/read-body';
import { DRY_RUN } from './dry-run';
import type { WriteContext, WriteRoute } from './write-route';

/** The request a body came with. */
export interface BodySource {
  request: FastifyRequest;
  reply: FastifyReply;
  /** A body that was good once stays so for the retries of its request. */
  mayBeRetry: boolean;
}

/** @throws ApiError that lists every problem at once: of the fields, of what spans fields, and unknown ones if asked. */
export function readWriteBody<TDto extends object>(route: WriteRoute<TDto>, context: WriteContext, source: BodySource): TDto {
  const { request, reply } = source;
  const body = asObject(request.body);
  const { value, ignored, problems } = route.reader?.read(body) ?? { value: {}, ignored: Object.keys(body), problems: [] };
  const dto = value as TDto;
  const known = new Set(problems.map(({ param }) => param));
  const spanning = route.validate?.(dto, context, known).filter(({ param }) => !known.has(param)) ?? [];
  const unknown = checkUnknownParameters(request, reply, [...ignored, ...unknownQuery(request, queryOf(route))], route.isStrict);
  const all: FieldProblem[] = [...problems, ...spanning, ...choiceProblems(route, context), ...unknown];
  const isLeftToService = source.mayBeRetry && haveComeWithTime(route, all);
  if (all.length > 0 && !isLeftToService) throw invalidRequest(all, route.hintOf?.(all) ?? hintOfNames(ignored));
  return dto;
}

/** The parameters that its query may have. */
function queryOf({ choice }: Pick<WriteRoute, 'choice'>): string[] {
  return choice === undefined ? [DRY_RUN] : [DRY_RUN, choice.param];
}

function choiceProblems({ choice }: Pick<WriteRoute, 'choice'>, { chosen }: WriteContext): FieldProblem[] {
  if (choice === undefined || chosen === undefined || choice.words.includes(chosen)) return [];
  return [{ param: choice.param, code: 'parameter_invalid', message: `must be one of ${choice.words.join(', ')}.` }];
}

/** A body with these problems alone may have been good when it was first sent. */
function haveComeWithTime({ isExpired }: Pick<WriteRoute, 'isExpired'>, problems: readonly FieldProblem[]): boolean {
  return isExpired !== undefined && problems.every(isExpired);
}
