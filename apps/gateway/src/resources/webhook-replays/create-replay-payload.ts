import { instantOf, type CreateReplayDto, type CreateReplayPayload, type FieldProblem } from '#contracts';

/** @param nowMs a window that begins in the future holds nothing: surely a mistake. */
export function validateCreateReplay(dto: CreateReplayDto, nowMs: number, wrong: ReadonlySet<string>): FieldProblem[] {
  if (wrong.has('since') || wrong.has('until')) return [];
  const sinceMs = instantOf(dto.since) ?? 0;
  const problems: FieldProblem[] = [];
  if (sinceMs > nowMs)
    problems.push({ param: 'since', code: 'parameter_invalid', message: 'must not be in the future.', reason: 'in_the_future' });
  const untilMs = dto.until == null ? undefined : instantOf(dto.until);
  if (untilMs !== undefined && untilMs <= sinceMs) {
    problems.push({ param: 'until', code: 'parameter_invalid', message: 'must be after since.', reason: 'not_after_since' });
  }
  return problems;
}

/** The command payload of a body that passed class-validator. */
export function toCreateReplayPayload(dto: CreateReplayDto, endpointId: string): CreateReplayPayload {
  return {
    endpointId,
    sinceMs: instantOf(dto.since) ?? 0,
    untilMs: dto.until == null ? null : (instantOf(dto.until) ?? null),
    include: dto.include ?? 'failed',
    types: dto.types ?? [],
    resourceId: dto.resource_id ?? null,
    sinceParam: 'since',
  };
}
