import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { ApiKeyKind } from '../auth/api-key-format';
import { Account } from './account.entity';
import { instantColumn } from './instant-column';

/** A key as the database knows it: everything but its secret (docs/reference/security.md, API keys). */
@Entity({ schema: 'gateway', name: 'api_keys' })
export class ApiKey {
  /** `key_…`. */
  @PrimaryColumn('text')
  id!: string;

  @Column('text', { name: 'account_id' })
  accountId!: string;

  /** Whose live keys may act or not. Read with the key only where it is asked for. */
  @ManyToOne(() => Account)
  @JoinColumn({ name: 'account_id' })
  account?: Relation<Account>;

  @Column('text')
  kind!: ApiKeyKind;

  @Column('boolean')
  livemode!: boolean;

  /** HMAC-SHA-256 of the secret, 32 bytes. */
  @Column('bytea')
  digest!: Buffer;

  @Column('integer', { name: 'pepper_version' })
  pepperVersion!: number;

  /** Last four characters of the key, to recognize it by. */
  @Column('text', { name: 'last_four' })
  lastFour!: string;

  /** `payments:read` …; only restricted keys carry scopes. */
  @Column('text', { array: true })
  scopes!: string[];

  /** Addresses and ranges it may be used from; anywhere when empty. */
  @Column('text', { array: true, name: 'allowed_addresses' })
  allowedAddresses!: string[];

  @Column(instantColumn('created_at'))
  createdAtMs!: number;

  @Column(instantColumn('expires_at', { nullable: true }))
  expiresAtMs!: number | null;

  @Column(instantColumn('revoked_at', { nullable: true }))
  revokedAtMs!: number | null;
}
