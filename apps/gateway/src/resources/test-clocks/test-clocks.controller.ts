import { Controller, Delete, Get, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Writes } from '../../commands/command-handler';
import { Command } from '../../docs/command.decorator';
import { List } from '../../docs/list.decorator';
import { Show } from '../../docs/show.decorator';
import { RequireScope } from '../../http/access';
import { Reads } from '../../queries/query-handler';
import { TEST_CLOCK_DOCS } from './docs/test-clock-docs';
import { TEST_CLOCK_COMMANDS } from './test-clock-commands';
import { TEST_CLOCK_QUERIES } from './test-clock-queries';

/** Every route of test clocks; test keys only. */
@ApiTags('Test helpers')
@Controller('v1/test_helpers/clocks')
export class TestClocksController {
  constructor(
    private readonly writes: Writes,
    private readonly reads: Reads,
  ) {}

  /** POST /v1/test_helpers/clocks: it stands at its time until it is advanced. */
  @Post()
  @RequireScope('payments:write', { isTestOnly: true })
  @Command(TEST_CLOCK_COMMANDS.create, TEST_CLOCK_DOCS.create)
  createTestClock(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(TEST_CLOCK_COMMANDS.create, request, reply);
  }

  /** GET /v1/test_helpers/clocks: the deleted ones are not in it. */
  @Get()
  @RequireScope('payments:write', { isTestOnly: true })
  @List(TEST_CLOCK_QUERIES.list, TEST_CLOCK_DOCS.list)
  listTestClocks(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(TEST_CLOCK_QUERIES.list, request, reply);
  }

  /** GET /v1/test_helpers/clocks/{id} */
  @Get(':id')
  @RequireScope('payments:write', { isTestOnly: true })
  @Show(TEST_CLOCK_QUERIES.get, TEST_CLOCK_DOCS.get)
  getTestClock(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.show(TEST_CLOCK_QUERIES.get, request, reply);
  }

  /** POST /v1/test_helpers/clocks/{id}/advance: 202, and 200 once it is there for those who wait (`Prefer: wait=…`). */
  @Post(':id/advance')
  @RequireScope('payments:write', { isTestOnly: true })
  @Command(TEST_CLOCK_COMMANDS.advance, TEST_CLOCK_DOCS.advance)
  advanceTestClock(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(TEST_CLOCK_COMMANDS.advance, request, reply);
  }

  /** DELETE /v1/test_helpers/clocks/{id}: erases its customers; their records stay. Deleting again changes nothing. */
  @Delete(':id')
  @RequireScope('payments:write', { isTestOnly: true })
  @Command(TEST_CLOCK_COMMANDS.delete, TEST_CLOCK_DOCS.delete)
  deleteTestClock(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(TEST_CLOCK_COMMANDS.delete, request, reply);
  }
}
