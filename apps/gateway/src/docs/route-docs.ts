import { applyDecorators } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { ApiOperation, ApiParam } from '@nestjs/swagger';
import type { ErrorCode } from '#contracts';
import type { HeaderSchemas } from './answers.decorator';

/** A parameter of a path, as the reference shows it. */
export interface PathParameter {
  readonly name: string;
  readonly schema: { readonly type: 'string'; readonly maxLength: number };
  readonly example?: string;
}

/** What the reference says of any route, beside what follows from its declaration. */
export interface OperationDocs {
  readonly summary: string;
  readonly description?: string;
  /** The parameters of the path, in their order. */
  readonly params?: readonly PathParameter[];
  /** What it can refuse with, beside what every route of its kind can. */
  readonly errors?: readonly ErrorCode[];
}

/** What the reference says of a command. */
export interface WriteDocs extends OperationDocs {
  readonly answer: {
    readonly status: 200 | 201 | 202;
    readonly description: string;
    readonly type: Type;
    /** Of a creation that may find its object: when it answers 200 with that one. */
    readonly existing?: string;
  };
  /** A request without a body is good, too. */
  readonly isBodyOptional?: true;
}

/** What the reference says of a route that shows one object. */
export interface RetrieveDocs extends OperationDocs {
  readonly answer: { readonly description: string; readonly type: Type; readonly headers?: HeaderSchemas };
}

/** What the reference says of a list. */
export interface ListDocs extends OperationDocs {
  /** The objects on its pages. */
  readonly item: Type;
  /** Headers beside those of every list. */
  readonly headers?: HeaderSchemas;
}

/** Documents what every route has: its summary and the parameters of its path. */
export function Operation({ summary, description, params = [] }: OperationDocs): MethodDecorator {
  // The reference shows the parameter first that was documented last.
  const inPath = params.toReversed().map((param) => ApiParam(param));
  return applyDecorators(...inPath, ApiOperation({ summary, ...(description !== undefined && { description }) }));
}
