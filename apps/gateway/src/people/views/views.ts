import { Injectable } from '@nestjs/common';
import {
  Clock,
  newId,
  Random,
  SAVED_VIEWS_MAX,
  shardOfAccount,
  TEAM_ROLES,
  toSeconds,
  type Role,
  type SavedViewDto,
  type SavedViewList,
  type SavedViewResource,
} from '#contracts';
import { PersonalData } from '#personal-data';
import { ApiError } from '../../http/api-error';
import { invalidRequest } from '../../http/invalid-request';
import { GatewayDatabase } from '../../tables/gateway-database';
import { deleteView, findViews, insertView, type StoredView, type ViewsQuery } from './saved-views.table';

/** Of keys, tokens, secrets of clients, endpoints and payments, in a text or percent-encoded in it. */
const LOOKS_SECRET = /(?:sk|rk|pk|at|rt|ocs)_(?:test|live)_|wh(?:sec|sk)_|_secret_|\bbearer\b/i;
const MAY_DELETE_SHARED: ReadonlySet<Role> = new Set(TEAM_ROLES);

/** Whose views they are. */
type Member = Pick<StoredView, 'accountId' | 'userId'>;

/** Saved views: what they say may be about a person, so it is sealed under the key of the account. */
@Injectable()
export class Views {
  constructor(
    private readonly database: GatewayDatabase,
    private readonly personalData: PersonalData,
    private readonly clock: Clock,
    private readonly random: Random,
  ) {}

  /** The newest first. */
  async list(query: ViewsQuery): Promise<SavedViewList> {
    const found = await findViews(this.database.ask, { ...query, limit: query.limit + 1 });
    const shown = found.slice(0, query.limit);
    const hasMore = found.length > query.limit;
    const data = await Promise.all(shown.map((view) => this.resource(view)));
    return { data, has_more: hasMore, next_cursor: hasMore ? (shown.at(-1)?.id ?? null) : null };
  }

  /** @throws ApiError parameter_invalid of what looks like a key; limit_exceeded. */
  async save({ accountId, userId }: Member, { page, name, query, shared }: SavedViewDto): Promise<SavedViewResource> {
    const secret = Object.entries({ name, query }).find(([, text]) => looksSecret(text));
    if (secret !== undefined) {
      throw invalidRequest([
        { param: secret[0], code: 'parameter_invalid', message: 'must hold no key, token or secret.', reason: 'secret_not_allowed' },
      ]);
    }
    const createdAtMs = this.clock.nowMs();
    const content = await this.personalData.seal({ accountId, id: accountId }, JSON.stringify({ name, query }));
    const id = newId('savedView', shardOfAccount(accountId), createdAtMs, this.random);
    const view = { id, accountId, userId, page, content, isShared: shared === true, createdAtMs };
    const isSaved = await this.database.within((ask) => insertView(ask, view, SAVED_VIEWS_MAX));
    if (!isSaved) throw new ApiError('limit_exceeded', { message: `A member has at most ${SAVED_VIEWS_MAX} saved views in an account.` });
    return this.resource(view);
  }

  /** @throws ApiError resource_missing of one that is not there, or not theirs to delete. */
  async delete({ accountId, userId, role }: Member & { role: Role }, id: string): Promise<void> {
    const isDeleted = await deleteView(this.database.ask, { accountId, userId, id }, MAY_DELETE_SHARED.has(role));
    if (!isDeleted) throw new ApiError('resource_missing', { param: 'id' });
  }

  private async resource({ id, accountId, userId, page, content, isShared, createdAtMs }: StoredView): Promise<SavedViewResource> {
    const text = await this.personalData.unsealValue(content, accountId);
    const { name = null, query = null } = typeof text === 'string' ? (JSON.parse(text) as { name: string; query: string }) : {};
    return { id, page, name, query, shared: isShared, user_id: userId, created_at: toSeconds(createdAtMs) };
  }
}

function looksSecret(text: string): boolean {
  return LOOKS_SECRET.test(text) || LOOKS_SECRET.test(decoded(text));
}

/** What is no percent-encoding stays as it is. */
function decoded(text: string): string {
  return text.replaceAll(/(?:%[0-9A-Fa-f]{2})+/g, (part) => Buffer.from(part.replaceAll('%', ''), 'hex').toString('latin1'));
}
