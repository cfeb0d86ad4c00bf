import { createHash } from 'node:crypto';
import { Inject, Injectable, UnauthorizedException, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ApiKey } from './entities';

const CACHED_MS = 60_000;

/** A request as both platforms have it, with the account that the guard found. */
export interface KeyedRequest {
  headers: Record<string, string | undefined>;
  accountId: string;
}

/** Finds the account of the key by its digest, in the database once a minute. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  private readonly known = new Map<string, { accountId: string; until: number }>();

  constructor(@Inject(DataSource) private readonly database: DataSource) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<KeyedRequest>();
    const [, secret = ''] = /^Bearer (\S+)$/.exec(request.headers['authorization'] ?? '') ?? [];
    request.accountId = await this.accountOf(hashOf(secret));
    return true;
  }

  private async accountOf(hash: string): Promise<string> {
    const cached = this.known.get(hash);
    if (cached && cached.until > performance.now()) return cached.accountId;
    const key = await this.database.getRepository(ApiKey).findOneBy({ hash });
    if (!key) throw new UnauthorizedException();
    this.known.set(hash, { accountId: key.accountId, until: performance.now() + CACHED_MS });
    return key.accountId;
  }
}

/** What is stored of a key. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
