import { Module } from '@nestjs/common';
import { Reads as RecordReads } from './query-handler';
import { Objects } from './objects';
import { Reads } from './reads';
import { ServiceQueries } from './service-queries';

/** Questions to the services, over internal HTTP. */
@Module({ providers: [RecordReads, Reads, Objects, ServiceQueries], exports: [RecordReads, Reads, ServiceQueries] })
export class QueriesModule {}
