import { Column, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn, type ValueTransformer } from 'typeorm';

/** Postgres sends bigint as text. */
const BIGINT: ValueTransformer = { to: (value: number) => value, from: (value: string) => Number(value) };

/** The key of an account, by its SHA-256. */
@Entity('api_keys')
export class ApiKey {
  @PrimaryColumn('text')
  hash!: string;

  @Column('text', { name: 'account_id' })
  accountId!: string;
}

/** A request that was answered. The unique index makes a second one with the same Idempotency-Key wait and fail. */
@Entity('idempotency_keys')
@Index(['accountId', 'key'], { unique: true })
export class IdempotencyKey {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id!: string;

  @Column('text', { name: 'account_id' })
  accountId!: string;

  @Column('text')
  key!: string;

  @Column('text')
  fingerprint!: string;

  @Column('int', { name: 'http_status' })
  httpStatus!: number;

  @Column('jsonb')
  answer!: object;

  @Column('bigint', { name: 'created_at', transformer: BIGINT })
  createdAt!: number;
}

/** A payment as it stands. */
@Entity('payments')
@Index(['accountId', 'createdAt'])
export class Payment {
  @PrimaryColumn('text')
  id!: string;

  @Column('text', { name: 'account_id' })
  accountId!: string;

  @Column('text')
  status!: string;

  @Column('bigint', { transformer: BIGINT })
  amount!: number;

  @Column('text')
  currency!: string;

  @Column('text', { name: 'payment_method' })
  paymentMethod!: string;

  @Column('text', { nullable: true })
  description!: string | null;

  @Column('jsonb', { nullable: true })
  customer!: object | null;

  @Column('jsonb')
  metadata!: object;

  /** Seconds since 1970, as in every answer. */
  @Column('bigint', { name: 'created_at', transformer: BIGINT })
  createdAt!: number;
}

/** What happened to a payment: one row for each change. */
@Entity('payment_history')
@Index(['paymentId'])
export class PaymentChange {
  @PrimaryGeneratedColumn('identity', { type: 'bigint' })
  id!: string;

  @Column('text', { name: 'payment_id' })
  paymentId!: string;

  @Column('text')
  status!: string;

  @Column('jsonb')
  details!: object;

  @Column('bigint', { name: 'occurred_at', transformer: BIGINT })
  occurredAt!: number;
}
