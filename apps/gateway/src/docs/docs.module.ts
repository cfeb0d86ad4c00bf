import { Module, type DynamicModule } from '@nestjs/common';
import { Clock } from '#contracts';
import { loadEventCatalog } from '#event-catalog';
import { loadAssets } from './assets';
import { ASSETS, DocsController, ErrorPageController } from './docs.controller';
import { OpenApiDocument, type DocumentSources } from './openapi-document';
import { OpenApiController } from './openapi.controller';

/** The contract and its pages. */
@Module({})
export class DocsModule {
  /**
   * @param describe every route of the server, as its decorators tell it; first called after the start.
   * @param hasDocsPage whether /docs is served.
   */
  static with(describe: () => object, hasDocsPage: boolean): DynamicModule {
    const events: DocumentSources['events'] = () => [...loadEventCatalog().values()];
    return {
      module: DocsModule,
      controllers: [OpenApiController, ErrorPageController, ...(hasDocsPage ? [DocsController] : [])],
      providers: [
        { provide: ASSETS, useFactory: loadAssets },
        { provide: OpenApiDocument, useFactory: (clock: Clock) => new OpenApiDocument({ describe, events, clock }), inject: [Clock] },
      ],
    };
  }
}
