import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { RefusalError } from './refusal-error';
import type { ListOwner } from './terms';

/**
 * Whose objects are asked for: the gateway says so in the headers, which has checked the key.
 *
 * @throws RefusalError parameter_missing when it does not.
 */
export const Owner = createParamDecorator((_: unknown, context: ExecutionContext): ListOwner =>
  ownerIn(context.switchToHttp().getRequest<FastifyRequest>()),
);

export function ownerIn({ headers }: Pick<FastifyRequest, 'headers'>): ListOwner {
  const { 'x-hundi-account': accountId, 'x-hundi-livemode': mode } = headers;
  if (typeof accountId !== 'string' || accountId === '' || (mode !== 'true' && mode !== 'false'))
    throw new RefusalError('parameter_missing');
  return { accountId, livemode: mode === 'true' };
}
