import { createHash, randomUUID } from 'node:crypto';
import { Inject, Injectable, NotFoundException, UnprocessableEntityException } from '@nestjs/common';
import { DataSource, QueryFailedError } from 'typeorm';
import { SAMPLE_PAYMENT, type SamplePayment } from '../../contenders/sample';
import type { CreatePaymentBody } from '../payment-body';
import { IdempotencyKey, Payment, PaymentChange } from './entities';

/** A request to create a payment, by whom and under which Idempotency-Key. */
export interface CreateRequest {
  accountId: string;
  key: string;
  body: CreatePaymentBody;
}

const UNIQUE_VIOLATION = '23505';

/** Payments as rows that are written and read. */
@Injectable()
export class Payments {
  constructor(@Inject(DataSource) private readonly database: DataSource) {}

  /** One transaction: the key with its answer, the payment, its first change. A request that came before is answered as it was. */
  async create(request: CreateRequest): Promise<object> {
    const payment = newPayment(request);
    const answer = answerOf(payment);
    const fingerprint = createHash('sha256').update(JSON.stringify(request.body)).digest('hex');
    const { accountId, key } = request;
    const { createdAt } = payment;
    const change = { paymentId: payment.id, status: payment.status, details: answer, occurredAt: createdAt };
    try {
      await this.database.transaction(async (entities) => {
        await entities.save(IdempotencyKey, { accountId, key, fingerprint, httpStatus: 201, answer, createdAt });
        await entities.save(Payment, payment);
        await entities.save(PaymentChange, change);
      });
    } catch (error) {
      if (!(error instanceof QueryFailedError) || (error.driverError as { code?: string }).code !== UNIQUE_VIOLATION) throw error;
      return this.answerGiven(accountId, key, fingerprint);
    }
    return answer;
  }

  /** @throws NotFoundException when the account has no such payment. */
  async get(accountId: string, id: string): Promise<SamplePayment> {
    const payment = await this.database.getRepository(Payment).findOneBy({ id, accountId });
    if (!payment) throw new NotFoundException();
    return answerOf(payment);
  }

  private async answerGiven(accountId: string, key: string, fingerprint: string): Promise<object> {
    const known = await this.database.getRepository(IdempotencyKey).findOneByOrFail({ accountId, key });
    if (known.fingerprint !== fingerprint) throw new UnprocessableEntityException('idempotency_key_reused');
    return known.answer;
  }
}

function newPayment({ accountId, body }: CreateRequest): Payment {
  return {
    id: `pay_${randomUUID()}`,
    accountId,
    status: 'captured',
    amount: body.amount,
    currency: body.currency,
    paymentMethod: body.payment_method,
    description: body.description ?? null,
    customer: body.customer ?? null,
    metadata: body.metadata ?? {},
    createdAt: Math.floor(Date.now() / 1_000),
  };
}

/** All that Hundi answers with, so that an answer costs as much to write and to read. */
function answerOf({ id, status, amount, currency, createdAt, ...rest }: Payment): SamplePayment {
  const { customer, metadata, description, paymentMethod } = rest;
  const own = { id, status, amount, currency, payment_method: paymentMethod, created_at: createdAt, updated_at: createdAt };
  const given = { customer, metadata, description } as Pick<SamplePayment, 'customer' | 'metadata' | 'description'>;
  return { ...SAMPLE_PAYMENT, ...own, ...given };
}
