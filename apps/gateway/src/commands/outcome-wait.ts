import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { Clock, RESOURCES, type Reply } from '#contracts';
import { callerOf } from '../http/access';
import { ServiceQueries } from '../queries/service-queries';
import type { OutcomeRules, ShownObject, WriteRoute } from './write-rules';

/** Seconds that a caller may wait for an outcome; the server cuts a request off after 30. */
const WAIT_SECONDS_MAX = 20;
/** How often the object is looked at, in milliseconds: a query by id is one indexed row. */
const LOOK_EVERY_MS = 200;
/** RFC 7240: `Prefer: wait=10`, alone or among others. */
const WAIT = /(?:^|[,;\s])wait\s*=\s*"?(\d{1,9})"?\s*(?:$|[,;])/i;

type WaitingRoute = Pick<WriteRoute, 'resource' | 'creates'> & OutcomeRules;

/** Waits, for callers that ask for it, until an outcome that is open is known (`Prefer: wait=…`). */
@Injectable()
export class OutcomeWait {
  constructor(
    private readonly queries: ServiceQueries,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the answer with the object as it is after the wait, which is none where the outcome is known at once; null when no wait was
   *   asked for, the route has no outcome to wait for, it is still open at the end, or the object shows that of a later request.
   */
  async settle(route: WaitingRoute, request: FastifyRequest, answer: Reply): Promise<Reply | null> {
    const seconds = wantedSeconds(request);
    if (seconds === 0 || route.isOpen === undefined) return null;
    if (answer.status > 202 || !isOpenIn(route, answer.body)) return withDecline(route, answer);
    const endsAtMs = this.clock.monotonicMs() + seconds * 1000;
    while (this.clock.monotonicMs() < endsAtMs && !request.raw.socket.destroyed) {
      await delay(LOOK_EVERY_MS);
      const body = await this.look(route, request, answer);
      if (body === null) continue;
      if (isOfAnother(route, body, answer)) return null;
      if (!isOpenIn(route, body)) return { ...answer, status: statusAfter(route, answer, body), body };
    }
    return null;
  }

  /** Null when it cannot be seen now: the wait goes on, and the answer there is stands. */
  private async look({ resource }: WaitingRoute, request: FastifyRequest, { streamId }: Reply): Promise<string | null> {
    const { service, internalPath } = RESOURCES[resource];
    return this.queries.get(service, `${internalPath}/${streamId}`, callerOf(request)).then(
      ({ text }) => text,
      () => null,
    );
  }
}

/** The answer of the service, as a decline where the object shows that a payment for it was declined. */
export function withDecline(route: WaitingRoute, answer: Reply): Reply {
  if (route.showsDecline !== true || answer.status !== 200 || answer.body === null) return answer;
  return { ...answer, status: statusAfter(route, answer, answer.body) };
}

/**
 * A call that acts on an existing object answers a decline with 402, after a wait too (docs/reference/api-conventions.md, Declines).
 * What was accepted is done after the wait.
 */
function statusAfter({ creates, isDeclined = hasFailed }: WaitingRoute, answer: Reply, body: string): number {
  if (!creates && isDeclined(JSON.parse(body) as ShownObject)) return 402;
  return answer.status === 202 ? 200 : answer.status;
}

function wantedSeconds({ headers }: FastifyRequest): number {
  if (headers.prefer === undefined) return 0;
  return Math.min(WAIT_SECONDS_MAX, Number(WAIT.exec(String(headers.prefer))?.[1] ?? 0));
}

function isOpenIn({ isOpen }: WaitingRoute, body: string | null): boolean {
  return isOpen?.(JSON.parse(body ?? '{}') as ShownObject) ?? false;
}

function isOfAnother(route: WaitingRoute, shown: string, { body }: Reply): boolean {
  return route.isOfAnother?.(JSON.parse(shown) as ShownObject, JSON.parse(body ?? '{}') as ShownObject) === true;
}

function hasFailed({ status }: ShownObject): boolean {
  return status === 'failed';
}
