import { Module } from '@nestjs/common';
import { Reads } from './query-handler';
import { Objects } from './objects';
import { ServiceQueries } from './service-queries';

/** Questions to the services, over internal HTTP. */
@Module({ providers: [Reads, Objects, ServiceQueries], exports: [Reads, ServiceQueries] })
export class QueriesModule {}
