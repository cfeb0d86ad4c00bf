import { plainToInstance } from 'class-transformer';
import { AdvanceTestClockDto, CreateTestClockDto } from '#contracts';
import {
  toAdvanceTestClockPayload,
  toCreateTestClockPayload,
  validateAdvanceTestClock,
  validateCreateTestClock,
} from './test-clock-payloads';

const problemsOf = (problems: { param: string; code: string }[]): string[] => problems.map(({ param, code }) => `${param} ${code}`);

describe('the body of a new test clock', () => {
  it.each<[object, object]>([
    [{}, {}],
    [
      { name: 'Year', now_at: 1_795_219_200, metadata: { a: 1 } },
      { name: 'Year', nowAtMs: 1_795_219_200_000, metadata: { a: 1 } },
    ],
    [{ frozen_time: 1_795_219_200 }, { nowAtMs: 1_795_219_200_000 }],
    [{ now_at: '2026-11-21T00:00:00Z' }, { nowAtMs: 1_795_219_200_000 }],
    [{ webhook_retries: 'clock' }, { webhookRetries: 'clock' }],
  ])('%j is the payload %j', (body, payload) => {
    const dto = plainToInstance(CreateTestClockDto, body);
    expect(validateCreateTestClock(dto)).toEqual([]);
    expect(toCreateTestClockPayload(dto)).toEqual(payload);
  });

  it('has one time', () => {
    const dto = plainToInstance(CreateTestClockDto, { now_at: 1, frozen_time: 1 });
    expect(problemsOf(validateCreateTestClock(dto))).toEqual(['frozen_time parameters_exclusive']);
  });
});

describe('the body of an advance', () => {
  it.each([
    [{ to_at: 1_795_219_200 }, { toMs: 1_795_219_200_000 }],
    [{ by: 3_600 }, { by: { months: 0, ms: 3_600_000 } }],
    [{ by: 'P1M' }, { by: { months: 1, ms: 0 } }],
  ])('%j is the payload %j', (body, payload) => {
    const dto = plainToInstance(AdvanceTestClockDto, body);
    expect(validateAdvanceTestClock(dto, new Set())).toEqual([]);
    expect(toAdvanceTestClockPayload(dto)).toEqual(payload);
  });

  it.each<[object, string[], string[]]>([
    [{}, [], ['to_at parameter_missing']],
    [{ to_at: 1, by: 1 }, [], ['by parameters_exclusive']],
    [{}, ['by'], []],
  ])('%j, with %j wrong, is refused: %j', (body, wrong, expected) => {
    expect(problemsOf(validateAdvanceTestClock(plainToInstance(AdvanceTestClockDto, body), new Set(wrong)))).toEqual(expected);
  });
});
