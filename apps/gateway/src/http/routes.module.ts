import { Module } from '@nestjs/common';
import { ServedRoutes } from './served-routes';

/** Everything that is served. */
@Module({ providers: [ServedRoutes], exports: [ServedRoutes] })
export class RoutesModule {}
