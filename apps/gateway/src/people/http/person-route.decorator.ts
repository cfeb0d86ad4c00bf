import { applyDecorators, type Type } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import type { ErrorCode } from '#contracts';
import { OpenAnswers } from '../../docs/answers.decorator';
import { Operation, type PathParameter } from '../../docs/route-docs';
import { PeopleRoute, type PeopleAccess } from '../../http/access';
import { JSON_TYPE } from '../../http/response-headers';

/** What a route for pages takes and answers. */
export interface PersonRouteDocs {
  needs: PeopleAccess['needs'];
  summary: string;
  answer: Type;
  status?: 200 | 201 | 202;
  body?: Type;
  errors?: readonly ErrorCode[];
  params?: readonly PathParameter[];
}

const ANY: readonly ErrorCode[] = ['host_invalid', 'service_unavailable', 'csrf_failed'];
const WITH_BODY: readonly ErrorCode[] = [
  ...(['parameter_missing', 'parameter_invalid', 'parameter_unknown', 'json_invalid', 'body_too_large', 'media_type_unsupported'] as const),
];
/** The last where the account asks for a second factor. */
const WITH_SESSION: readonly ErrorCode[] = ['session_missing', 'session_expired', 'second_factor_missing'];

/** A route for the pages of people: what it needs, and what it says of itself. */
export function PersonRoute(docs: PersonRouteDocs): MethodDecorator {
  const { needs, summary, answer, status = 200, body, params } = docs;
  const headers = ['Hundi-Csrf', 'Hundi-Account'].map((name) => ApiHeader({ name, required: false, schema: { type: 'string' } }));
  return applyDecorators(
    PeopleRoute(needs),
    ApiTags('Dashboard'),
    Operation({ summary, ...(params && { params }) }),
    ...(body === undefined ? [] : [ApiBody({ type: body })]),
    ...(needs === 'nothing' ? [] : headers),
    OpenAnswers({ status, description: summary, type: answer }, errorsOf(docs)),
  );
}

function errorsOf({ needs, body, errors = [] }: PersonRouteDocs): ErrorCode[] {
  const all = [
    ...ANY,
    ...(body === undefined ? [] : WITH_BODY),
    ...(needs === 'session' || needs === 'step_up' ? WITH_SESSION : []),
    ...(needs === 'step_up' || needs === 'operator_step_up' ? (['step_up_required'] as const) : []),
    ...(needs === 'operator' || needs === 'operator_step_up' ? (['route_unknown'] as const) : []),
    ...errors,
  ];
  return [...new Set(all)];
}

/** Writes an answer as JSON. */
export async function sendJson(reply: FastifyReply, answer: object, status = 200): Promise<void> {
  await reply.code(status).header('content-type', JSON_TYPE).send(JSON.stringify(answer));
}
