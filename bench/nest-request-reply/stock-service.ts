import 'reflect-metadata';
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { MessagePattern, Payload, Transport, type KafkaOptions } from '@nestjs/microservices';
import pg from 'pg';
import { onePaymentTransaction } from '../contenders/payment-transaction';
import { SAMPLE_PAYMENT, type SamplePayment } from '../contenders/sample';
import { STOCK_TOPIC } from './topic';

const pool = new pg.Pool({ connectionString: process.env['BENCH_DATABASE_URL'], max: 16 });

/** The command handled the way the framework's documentation shows it: one message, one commit, one reply. */
@Controller()
class StockPayments {
  @MessagePattern(STOCK_TOPIC)
  async create(@Payload() body: { amount: number }): Promise<SamplePayment> {
    await pool.query(onePaymentTransaction());
    return { ...SAMPLE_PAYMENT, amount: body.amount };
  }
}

@Module({ controllers: [StockPayments] })
class StockModule {}

async function main(): Promise<void> {
  const options: KafkaOptions = {
    transport: Transport.KAFKA,
    options: {
      client: { clientId: 'stock-service', brokers: (process.env['BENCH_KAFKA_BROKERS'] ?? '').split(',') },
      consumer: { groupId: 'stock' },
    },
  };
  const app = await NestFactory.createMicroservice<KafkaOptions>(StockModule, { ...options, logger: ['error', 'fatal'] });
  await app.listen();
  process.once('SIGTERM', () => process.exit(0));
  process.stdout.write('listening 1\n');
}

void main();
