import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { API_VERSION } from '#contracts';
import type { Clock } from '#contracts';
import { toJsonSchema2020 } from './json-schema-2020';
import { refineRequests } from './refine-requests';

/** A document older than this is made anew, in milliseconds: one bound in it moves with the time. */
const AGE_MAX_MS = 600_000;

/** The document as JSON text, made from the running code when it is asked for. */
export class OpenApiDocument {
  private text = '';
  private madeAtMs = -Infinity;

  constructor(
    private readonly clock: Clock,
    private readonly make: (nowMs: number) => object,
  ) {}

  toString(): string {
    const nowMs = this.clock.nowMs();
    if (nowMs - this.madeAtMs < AGE_MAX_MS) return this.text;
    this.madeAtMs = nowMs;
    this.text = JSON.stringify(this.make(nowMs));
    return this.text;
  }
}

/** OpenAPI 3.1 from the controllers and DTOs of the application (spec/api.md, endpoint 85). */
export function describeApi(app: INestApplication, publicUrl: string, nowMs: number): object {
  const settings = new DocumentBuilder()
    .setOpenAPIVersion('3.1.0')
    .setTitle('Hundi')
    .setVersion(API_VERSION)
    .setDescription(
      'Payments for India. Amounts are integers in the smallest unit of the currency. Every answer carries `Request-Id` and `API-Version`; ' +
        'every error has the same body. Repeat a request safely by sending it again with the same `Idempotency-Key`. ' +
        `Test keys work against a sandbox: [every card, UPI address, bank, amount, document number and outcome word](${publicUrl}/docs/testing) and what it does.`,
    )
    .setLicense('Apache-2.0', 'https://www.apache.org/licenses/LICENSE-2.0')
    .addServer(publicUrl)
    .addBearerAuth({ type: 'http', scheme: 'bearer', description: 'A test key (`sk_test_…`) or a live key (`sk_live_…`).' }, 'bearer')
    .addBasicAuth({ type: 'http', scheme: 'basic', description: 'The same key as the user name, with an empty password.' }, 'basic')
    .addTag('Payments')
    .addTag('Customers', 'Who pays. Personal fields are sealed; deleting a customer destroys the key.')
    .addTag(
      'Idempotency',
      'An `Idempotency-Key` belongs to one request of an account in one mode, for 30 days: the same request again is answered as the first, another one is refused (422), wherever it goes.',
    )
    .addTag(
      'Test helpers',
      `Act as the payer, the bank or the register of the sandbox. Words and states: ${publicUrl}/docs/testing#simulate-payment.`,
    )
    .addTag('Processors', 'Where processors tell what became of payments.')
    .addTag('Meta', 'The contract, its documentation, and the health of the server.')
    .build();
  const document = SwaggerModule.createDocument(app, settings, { operationIdFactory: (_controller, method) => method });
  const converted = toJsonSchema2020(document) as { components: { schemas: Record<string, Record<string, unknown>> } };
  refineRequests(converted.components.schemas, nowMs);
  return converted;
}
