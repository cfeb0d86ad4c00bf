import { applyDecorators, UseFilters, UseGuards, type Type } from '@nestjs/common';
import { nounOf, oneOf, type ErrorCode, type ResourceKind } from '#contracts';
import type { WriteCall } from '../commands/write-call';
import { WriteErrorFilter } from '../commands/write-error.filter';
import { WriteGuard } from '../commands/write-guard';
import type { WriteRoute, WriteRules } from '../commands/write-rules';
import { DocumentWrite } from '../docs/write-docs';
import type { WriteDocs, PathParameter } from '../docs/route-docs';
import type { Answer } from '../http/response-headers';
import { RouteOfHandler } from '../http/route-of-handler';
import { BodyReader } from '../validation/body-reader';
import { pathParameters } from './path-parameters';

/** Documentation and rules of a route that changes something. `body` alone says which DTO it has: a rule may take less of it. */
export interface WriteParts<TDto extends object> extends WriteRules<NoInfer<TDto>> {
  summary: string;
  description?: string;
  /** Parameters of the path that are no ids of an object; they stand behind the ids. */
  moreParams?: readonly PathParameter[];
  /** A route without a body ignores whatever is sent. */
  body?: Type<TDto>;
  /** A request without a body is good, too. */
  isBodyOptional?: true;
  /** The class of the answer. */
  answer: Type;
  /** The answer in a sentence; its noun unless given. */
  returns?: string;
  /** A sentence on when a creation finds its object, and answers 200 with it. */
  existing?: string;
  /** The answer is 202: the work goes on after it. */
  isAccepted?: true;
  /** A caller may wait for the end of the work with `Prefer: wait=…`, and gets 200. */
  isAwaited?: true;
  /** Errors in addition to those of every write. */
  errors?: readonly ErrorCode[];
}

type WriteHandler<TDto extends object> = (call: WriteCall, dto: TDto) => Promise<Answer>;
type DecoratorOf<THandler> = <T extends THandler>(target: object, name: string, descriptor: TypedPropertyDescriptor<T>) => void;

/** A route that makes an object: 201 with `Location`. Its guard reads the request; the handler gets `@Call()` and `@Dto()`. */
export function CreateRoute<TDto extends object = object>(kind: ResourceKind, parts: WriteParts<TDto>): DecoratorOf<WriteHandler<TDto>> {
  const params = pathParameters(parts.parent);
  return writeDecorators(kind, parts, { creates: true, status: parts.isAccepted ? 202 : 201, params });
}

/** A route that changes the object of its path. Its guard reads the request; the handler gets `@Call()` and `@Dto()`. */
export function UpdateRoute<TDto extends object = object>(kind: ResourceKind, parts: WriteParts<TDto>): DecoratorOf<WriteHandler<TDto>> {
  const params = pathParameters(parts.parent, oneOf(kind) === undefined ? { idParam: parts.idParam } : undefined);
  return writeDecorators(kind, parts, {
    creates: false,
    status: parts.isAccepted ? 202 : 200,
    params: [...params, ...(parts.moreParams ?? [])],
  });
}

function writeDecorators<TDto extends object>(
  resource: ResourceKind,
  parts: WriteParts<TDto>,
  { creates, status, params }: { creates: boolean; status: 200 | 201 | 202; params: WriteDocs['params'] },
): MethodDecorator {
  const {
    summary,
    description,
    moreParams: _params,
    body,
    isBodyOptional,
    answer,
    returns,
    existing,
    isAccepted: _status,
    isAwaited,
    errors,
    ...rules
  } = parts;
  const route: WriteRoute<TDto> = { ...rules, resource, creates, body, reader: body === undefined ? null : new BodyReader(body) };
  const answers = { status, description: returns ?? `The ${nounOf(resource)}.`, type: answer, existing };
  const documented = { resource, body, choice: parts.choice, isAwaited };
  return applyDecorators(
    RouteOfHandler(route),
    UseGuards(WriteGuard),
    UseFilters(WriteErrorFilter),
    DocumentWrite(documented, { summary, description, params, answer: answers, isBodyOptional, errors }),
  );
}
