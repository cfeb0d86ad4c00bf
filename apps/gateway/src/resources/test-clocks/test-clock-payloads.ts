import {
  instantOf,
  parseDuration,
  type AdvanceTestClockDto,
  type CreateTestClockDto,
  type FieldProblem,
  type TestClockCommandPayloads,
} from '#contracts';

const SECOND_MS = 1_000;

/** The rules of `POST /v1/test_helpers/clocks` that span fields. */
export function validateCreateTestClock({ now_at: nowAt, frozen_time: frozen }: CreateTestClockDto): FieldProblem[] {
  if ((nowAt ?? null) === null || (frozen ?? null) === null) return [];
  return [{ param: 'frozen_time', code: 'parameters_exclusive', message: 'is another name of now_at; send one of the two.' }];
}

/** The command payload of a body that was found good. */
export function toCreateTestClockPayload({
  name,
  now_at: nowAt,
  frozen_time: frozen,
  webhook_retries: webhookRetries,
  metadata,
}: CreateTestClockDto): TestClockCommandPayloads['test_clocks.create'] {
  const nowAtMs = instantOf(nowAt ?? frozen);
  return {
    ...(name && { name }),
    ...(nowAtMs !== undefined && { nowAtMs }),
    ...(metadata && { metadata }),
    ...(webhookRetries && { webhookRetries }),
  };
}

/** One of the two says how far. @param wrong fields that were sent and are reported already. */
export function validateAdvanceTestClock({ to_at: toAt, by }: AdvanceTestClockDto, wrong: ReadonlySet<string>): FieldProblem[] {
  const sent = [toAt, by].filter((value) => (value ?? null) !== null).length;
  if (sent === 2) return [{ param: 'by', code: 'parameters_exclusive', message: 'does not go with to_at; send one of the two.' }];
  if (sent === 1 || wrong.has('to_at') || wrong.has('by')) return [];
  return [{ param: 'to_at', code: 'parameter_missing', message: 'or by is required.', reason: 'required' }];
}

/** The command payload of a body that was found good. */
export function toAdvanceTestClockPayload({ to_at: toAt, by }: AdvanceTestClockDto): TestClockCommandPayloads['test_clocks.advance'] {
  if (typeof by === 'number') return { by: { months: 0, ms: by * SECOND_MS } };
  const duration = typeof by === 'string' ? parseDuration(by) : undefined;
  return duration === undefined ? { toMs: instantOf(toAt)! } : { by: duration };
}
