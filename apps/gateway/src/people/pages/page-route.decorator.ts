import { applyDecorators } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { OpenAnswers, STANDARD_HEADERS } from '../../docs/answers.decorator';
import { Operation } from '../../docs/route-docs';
import { PeopleRoute, type PeopleAccess } from '../../http/access';
import { PAGE_HEADERS } from './page-headers';

const HTML = { 'text/html': { type: 'string' } };

/** A page for people: who may see it, and what it is. */
export function PageForPeople(summary: string, needs: PeopleAccess['needs'] = 'nothing'): MethodDecorator {
  const errors = [
    'host_invalid',
    'service_unavailable',
    ...(needs === 'operator_step_up' ? (['route_unknown', 'step_up_required'] as const) : []),
  ] as const;
  return applyDecorators(
    PeopleRoute(needs),
    ApiTags('Dashboard'),
    Operation({ summary }),
    OpenAnswers({ status: 200, description: 'A page for people.', content: HTML }, errors),
  );
}

/** That a page may send the browser to the sign-in. */
export function LeadsToSignIn(): MethodDecorator {
  const headers = { ...STANDARD_HEADERS, Location: { schema: { type: 'string' } } };
  return ApiResponse({ status: 303, description: 'To the sign-in.', headers });
}

/** Writes a page, with what it may do. */
export function sendPage(reply: FastifyReply, page: string): void {
  void reply.headers(PAGE_HEADERS).send(page);
}
