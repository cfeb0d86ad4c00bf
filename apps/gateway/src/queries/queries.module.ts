import { Module } from '@nestjs/common';
import { Objects } from './objects';
import { Reads } from './reads';
import { ServiceQueries } from './service-queries';

/** Questions to the services, over internal HTTP. */
@Module({ providers: [Reads, Objects, ServiceQueries], exports: [Reads, ServiceQueries] })
export class QueriesModule {}
