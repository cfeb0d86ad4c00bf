import 'reflect-metadata';
import { Body, Controller, Inject, Module, Post, ValidationPipe } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Server } from 'node:http';
import { announce } from '../contenders/announce';
import { connectStockPayments, type StockPayments } from '../nest-request-reply/stock-client';
import { CreatePaymentBody, STRICT_BODY } from './payment-body';

/* HTTP in front of bench/nest-request-reply/, as the framework's documentation shows it: validate, send, answer with the reply. */
const PAYMENTS = Symbol('payments over Kafka');

@Controller('v1/payments')
class PaymentsController {
  constructor(@Inject(PAYMENTS) private readonly payments: StockPayments) {}

  @Post()
  create(@Body() body: CreatePaymentBody): Promise<object> {
    return this.payments.create(body);
  }
}

const connect = () => connectStockPayments((process.env['BENCH_KAFKA_BROKERS'] ?? '').split(','));

@Module({ controllers: [PaymentsController], providers: [{ provide: PAYMENTS, useFactory: connect }] })
class GatewayModule {}

async function main(): Promise<void> {
  const app = await NestFactory.create(GatewayModule, new ExpressAdapter(), { logger: ['error', 'fatal'] });
  app.useGlobalPipes(new ValidationPipe(STRICT_BODY));
  await app.listen(0, '127.0.0.1');
  const server = app.getHttpServer() as Server;
  server.keepAliveTimeout = 72_000;
  announce(server.address());
}

void main();
