import { createHash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { API_VERSION, ThinVerification } from '#contracts';
import type { Clock } from '#contracts';
import { closeRequests } from './close-requests';
import { toJsonSchema2020 } from './json-schema-2020';
import { linkCreates } from './published/links';
import type { Document } from './published/open-api';
import { publishedDocument } from './published/published-document';
import { addExamples, type EventWithExample } from './examples/add-examples';
import type { DescribedEvent } from './published/webhooks';
import { refineRequests } from './refine-requests';
import { linkForTrials } from './strict-links';

/** A strict document older than this is made anew, in milliseconds: one bound in it moves with the time. */
const AGE_MAX_MS = 600_000;
/** Nearly as small as the best, at a tenth of the work. */
const BROTLI_QUALITY = 6;

/** The published document, ready to be sent. */
export interface PublishedText {
  etag: string;
  plain: Buffer;
  gzip: Buffer;
  br: Buffer;
}

/** What the documents are made from. */
export interface DocumentSources {
  /** Every route of the server, as its decorators tell it. */
  describe: () => object;
  events: () => readonly (DescribedEvent & EventWithExample)[];
  clock: Clock;
}

/** The contract in its two forms, each made when it is first asked for. */
export class OpenApiDocument {
  private described?: object;
  private readyToSend?: PublishedText;
  private strictBytes = Buffer.alloc(0);
  private strictMadeAtMs = -Infinity;

  constructor(private readonly sources: DocumentSources) {}

  /** What merchants read and generators take: made once. */
  published(): PublishedText {
    return (this.readyToSend ??= readyToSend(JSON.stringify(publishedDocument(this.whole(), this.sources.events()))));
  }

  /** Every route of the server, and for requests every check that a schema can say: for programs that try the API out. */
  strict(): Buffer {
    const nowMs = this.sources.clock.nowMs();
    if (nowMs - this.strictMadeAtMs < AGE_MAX_MS) return this.strictBytes;
    this.strictMadeAtMs = nowMs;
    const document = structuredClone(this.whole()) as Document;
    linkCreates(document);
    linkForTrials(document);
    addExamples(document, this.sources.events());
    refineRequests(document.components.schemas, nowMs);
    return (this.strictBytes = Buffer.from(JSON.stringify(document)));
  }

  private whole(): object {
    return (this.described ??= this.sources.describe());
  }
}

function readyToSend(text: string): PublishedText {
  const plain = Buffer.from(text);
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  const br = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } });
  return { etag, plain, gzip: gzipSync(plain), br };
}

/** The two ways of sending a key. */
function withCredentials(document: DocumentBuilder): DocumentBuilder {
  const bearer =
    'A test key (`sk_test_…`), a live key (`sk_live_…`), or an access token of OAuth 2.0 (`at_…`). A platform names the connected account that it acts for in the header `Hundi-Account`.';
  const basic = 'The same key as the user name, with an empty password. It needs the scope that stands beside `bearer`.';
  return document
    .addBearerAuth({ type: 'http', scheme: 'bearer', bearerFormat: 'opaque', description: bearer }, 'bearer')
    .addBasicAuth({ type: 'http', scheme: 'basic', description: basic }, 'basic');
}

/** OpenAPI 3.1 from the controllers and DTOs of the application, as GET /v1/openapi.json answers it. */
export function describeApi(app: INestApplication, publicUrl: string): object {
  const settings = withCredentials(new DocumentBuilder())
    .setOpenAPIVersion('3.1.0')
    .setTitle('Hundi')
    .setVersion(API_VERSION)
    .setDescription(
      'Payments for India. Amounts are integers in the smallest unit of the currency. Every answer carries `Request-Id` and `API-Version`; ' +
        'every error has the same body. Repeat a request safely by sending it again with the same `Idempotency-Key`. ' +
        `Test keys work against a sandbox: [every card, UPI address, bank, amount, document number and outcome word](${publicUrl}/docs/testing) and what it does.`,
    )
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer('{base_url}', 'Your Hundi.', {
      base_url: { default: publicUrl.replace(/\/$/, ''), description: 'Where this Hundi is reached.' },
    })
    .addTag(
      'Test helpers',
      `Act as the payer, the bank or the register of the sandbox. Words and states: ${publicUrl}/docs/testing#simulate-payment.`,
    )
    .addTag('Processors', 'Where processors tell what became of payments.')
    .addTag('Meta', 'The contract, its documentation, and the health of the server.')
    .build();
  const document = SwaggerModule.createDocument(app, settings, {
    operationIdFactory: (_controller, method) => method,
    // Only events show it.
    extraModels: [ThinVerification],
  });
  closeRequests((document.components?.schemas ?? {}) as Record<string, Record<string, unknown>>);
  return toJsonSchema2020(document) as object;
}
