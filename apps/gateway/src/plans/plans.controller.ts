import { Controller, Get, Patch, Post, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Writes } from '../commands/command-handler';
import { Command } from '../docs/command.decorator';
import { List } from '../docs/list.decorator';
import { Show } from '../docs/show.decorator';
import { RequireScope } from '../http/access';
import { Reads } from '../queries/query-handler';
import { PLAN_DOCS } from './docs/plan-docs';
import { PLAN_COMMANDS } from './plan-commands';
import { PLAN_QUERIES } from './plan-queries';

/** Every route of plans. */
@ApiTags('Plans')
@Controller('v1/plans')
export class PlansController {
  constructor(
    private readonly writes: Writes,
    private readonly reads: Reads,
  ) {}

  /** POST /v1/plans. A reference_id is one plan's. */
  @Post()
  @RequireScope('subscriptions:write')
  @Command(PLAN_COMMANDS.create, PLAN_DOCS.create)
  createPlan(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(PLAN_COMMANDS.create, request, reply);
  }

  /** GET /v1/plans */
  @Get()
  @RequireScope('subscriptions:read')
  @List(PLAN_QUERIES.list, PLAN_DOCS.list)
  listPlans(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.list(PLAN_QUERIES.list, request, reply);
  }

  /** GET /v1/plans/{id} */
  @Get(':id')
  @RequireScope('subscriptions:read')
  @Show(PLAN_QUERIES.get, PLAN_DOCS.get)
  getPlan(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.reads.show(PLAN_QUERIES.get, request, reply);
  }

  /** PATCH /v1/plans/{id}: absent stays, null empties; the price stays whatever is sent. */
  @Patch(':id')
  @RequireScope('subscriptions:write')
  @Command(PLAN_COMMANDS.update, PLAN_DOCS.update)
  updatePlan(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    return this.writes.execute(PLAN_COMMANDS.update, request, reply);
  }
}
