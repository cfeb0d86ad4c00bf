import 'reflect-metadata';
import { Body, Controller, Get, Headers, Module, Param, Post, Req, UseGuards, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { Server } from 'node:http';
import { DataSource } from 'typeorm';
import { announce } from '../../contenders/announce';
import { CONTENDER_KEY } from '../../contenders/sample';
import { CreatePaymentBody, STRICT_BODY } from '../payment-body';
import { ApiKeyGuard, hashOf, type KeyedRequest } from './api-key.guard';
import { ApiKey, IdempotencyKey, Payment, PaymentChange } from './entities';
import { Payments } from './payments';

/*
 * CRUD-E and CRUD-F: what a team writes first. Nest on Express or Fastify, TypeORM, class-validator, one transaction for each payment.
 *
 * Alone, on an empty database of any Postgres (it makes its tables; `npm run build` first):
 *   BENCH_DATABASE_URL=postgres://… BENCH_HTTP=fastify PORT=4300 NODE_ENV=production node dist/bench/rivals/crud/service.js
 * It prints `listening 4300` and serves POST /v1/payments and GET /v1/payments/:id with `Authorization: Bearer sk_test_bench`.
 */
const { BENCH_DATABASE_URL, BENCH_HTTP, PORT = '0' } = process.env;

@Controller('v1/payments')
@UseGuards(ApiKeyGuard)
class PaymentsController {
  constructor(private readonly payments: Payments) {}

  @Post()
  create(@Req() { accountId }: KeyedRequest, @Headers('idempotency-key') key: string, @Body() body: CreatePaymentBody): Promise<object> {
    return this.payments.create({ accountId, key, body });
  }

  @Get(':id')
  get(@Req() { accountId }: KeyedRequest, @Param('id') id: string): Promise<object> {
    return this.payments.get(accountId, id);
  }
}

async function openDatabase(): Promise<DataSource> {
  const entities = [ApiKey, IdempotencyKey, Payment, PaymentChange];
  const database = new DataSource({ type: 'postgres', url: BENCH_DATABASE_URL, entities, synchronize: true, extra: { max: 16 } });
  await database.initialize();
  await database.getRepository(ApiKey).save({ hash: hashOf(CONTENDER_KEY), accountId: 'acct_bench' });
  return database;
}

@Module({ controllers: [PaymentsController], providers: [Payments, { provide: DataSource, useFactory: openDatabase }] })
class CrudModule {}

async function main(): Promise<void> {
  const adapter = BENCH_HTTP === 'fastify' ? new FastifyAdapter() : new ExpressAdapter();
  const app = await NestFactory.create(CrudModule, adapter, { logger: ['error', 'fatal'] });
  app.useGlobalPipes(new ValidationPipe(STRICT_BODY));
  await app.listen(Number(PORT), '127.0.0.1');
  const server = app.getHttpServer() as Server;
  server.keepAliveTimeout = 72_000;
  announce(server.address());
}

void main();
