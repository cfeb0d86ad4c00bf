import { Column, Entity, PrimaryColumn } from 'typeorm';
import { instantColumn } from './instant-column';

/** A merchant. Everything else in Hundi belongs to exactly one of them. */
@Entity({ schema: 'gateway', name: 'accounts' })
export class Account {
  /** `acct_…`. */
  @PrimaryColumn('text')
  id!: string;

  /** 1 to 100 characters. */
  @Column('text')
  name!: string;

  /** Whether its live keys may act. */
  @Column('boolean', { name: 'is_live_enabled' })
  isLiveEnabled!: boolean;

  @Column(instantColumn('created_at'))
  createdAtMs!: number;
}
