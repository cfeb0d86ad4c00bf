import { Controller, Delete, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AdvanceTestClockDto, CreateTestClockDto, DeletedTestClock, TEST_CLOCK_STATUSES, TestClockResource } from '#contracts';
import type { OutcomeRules } from '../../commands/write-rules';
import {
  Call,
  CreateRoute,
  Dto,
  ListRoute,
  Reads,
  RequireScope,
  RetrieveRoute,
  UpdateRoute,
  Writes,
  type Answer,
  type ListCall,
  type RetrieveCall,
  type WriteCall,
} from '../../routes';
import {
  toAdvanceTestClockPayload,
  toCreateTestClockPayload,
  validateAdvanceTestClock,
  validateCreateTestClock,
} from './test-clock-payloads';

const ADVANCE: OutcomeRules = {
  isOpen: ({ status }) => status === 'advancing',
  isOfAnother: (latest, answered) => latest.advance_id !== answered.advance_id,
  // A clock that failed says so itself: nothing was declined.
  isDeclined: () => false,
};

/** Routes of test clocks; test keys only. */
@ApiTags('Test helpers')
@Controller('v1/test_helpers/clocks')
export class TestClocksController {
  constructor(
    private readonly writes: Writes,
    private readonly reads: Reads,
  ) {}

  @Post()
  @RequireScope('payments:write', { isTestOnly: true })
  @CreateRoute('testClock', {
    summary: 'Create a test clock',
    description:
      'A time of its own for the customers that are made with its id, and for all that is under them. It stands still until it is advanced. At most 100 clocks, each for 30 days, 100 customers and 1000 subscriptions.',
    body: CreateTestClockDto,
    isBodyOptional: true,
    validate: validateCreateTestClock,
    answer: TestClockResource,
    errors: ['parameters_exclusive', 'metadata_invalid', 'limit_exceeded', 'key_restricted'],
  })
  createTestClock(@Call() call: WriteCall, @Dto() dto: CreateTestClockDto): Promise<Answer> {
    return this.writes.send(call, 'test_clocks.create', toCreateTestClockPayload(dto));
  }

  @Get()
  @RequireScope('payments:write', { isTestOnly: true })
  @ListRoute('testClock', {
    summary: 'List test clocks',
    item: TestClockResource,
    filters: ['id', 'created_at', 'status', 'metadata'],
    statuses: TEST_CLOCK_STATUSES,
    errors: ['key_restricted'],
  })
  listTestClocks(@Call() call: ListCall): Promise<Answer> {
    return this.reads.list(call);
  }

  @Get(':id')
  @RequireScope('payments:write', { isTestOnly: true })
  @RetrieveRoute('testClock', {
    summary: 'Retrieve a test clock: its time, and how much is due within 30 days of it',
    answer: TestClockResource,
    hasAsOf: true,
    errors: ['key_restricted'],
  })
  getTestClock(@Call() call: RetrieveCall): Promise<Answer> {
    return this.reads.retrieve(call);
  }

  @Post(':id/advance')
  @RequireScope('payments:write', { isTestOnly: true })
  @UpdateRoute('testClock', {
    summary: 'Advance a test clock, and run everything that comes due on the way',
    description:
      'Everything that is due up to the target is done, one object after the other, each at its time. `Prefer: wait=20` answers 200 with the clock as soon as it is there. `GET /v1/events?correlation_id=<advance_id>` lists what happened.',
    body: AdvanceTestClockDto,
    validate: (dto, _context, wrong) => validateAdvanceTestClock(dto, wrong),
    answer: TestClockResource,
    returns: 'The test clock, on its way.',
    isAccepted: true,
    isAwaited: true,
    errors: ['parameter_missing', 'parameters_exclusive', 'key_restricted'],
  })
  advanceTestClock(@Call() call: WriteCall, @Dto() dto: AdvanceTestClockDto): Promise<Answer> {
    return this.writes.send(call, 'test_clocks.advance', toAdvanceTestClockPayload(dto), { outcome: ADVANCE });
  }

  @Delete(':id')
  @RequireScope('payments:write', { isTestOnly: true })
  @UpdateRoute('testClock', {
    summary: 'Delete a test clock and erase its customers',
    answer: DeletedTestClock,
    returns: 'It is deleted.',
    errors: ['key_restricted'],
  })
  deleteTestClock(@Call() call: WriteCall): Promise<Answer> {
    return this.writes.send(call, 'test_clocks.delete', {});
  }
}
