import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Caller } from '../auth/authenticator';
import { ClientSecrets } from '../client-secrets/client-secret';
import type { ScopedAccess } from '../http/access';
import { ApiError } from '../http/api-error';
import { PageLimits } from '../limits/page-limits';

/** The header with the `client_secret` of the payment that a page is for. */
export const CLIENT_SECRET_HEADER = 'hundi-client-secret';

/** What a publishable key opens: its text stands in a page, so that it proves nothing about who sends it. */
@Injectable()
export class PublishableAccess {
  constructor(
    private readonly secrets: ClientSecrets,
    private readonly limits: PageLimits,
  ) {}

  /** @throws ApiError key_restricted; resource_missing without the secret of the very payment; rate_limited. */
  admit({ forPages }: ScopedAccess, { accountId, livemode }: Caller, { params, headers }: FastifyRequest): void {
    if (forPages === undefined) throw new ApiError('key_restricted', { hint: HINT });
    if (forPages === 'anyPayer') return;
    const { id = '' } = params as { id?: string };
    const holder = this.secrets.open(headers[CLIENT_SECRET_HEADER], id);
    if (holder?.accountId !== accountId || holder.livemode !== livemode)
      throw new ApiError('resource_missing', { param: 'id', hint: SECRET_HINT });
    this.limits.admit(id);
  }
}

const HINT =
  'A publishable key is for pages: it lists payment methods, validates UPI addresses, and with the client_secret of a payment shows and confirms that one.';
const SECRET_HINT = 'With a publishable key send the client_secret of the payment in the header Hundi-Client-Secret.';
