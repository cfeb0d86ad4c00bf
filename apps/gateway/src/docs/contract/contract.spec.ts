import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describedDocuments } from '../../../test/gateway-to-describe';
import type { Document, Node } from '../published/open-api';
import { breaksOf, contractOf } from './contract';

const FILE = join(resolve(__dirname, '../../../../..'), 'docs/reference/openapi-contract.txt');

describe('O17 the contract of the API', () => {
  let text: string;
  beforeAll(async () => {
    ({ text } = await describedDocuments());
  });

  const committed = (): string[] => readFileSync(FILE, 'utf8').trimEnd().split('\n');
  /** What a change of the document breaks. */
  const breaksOfChange = (change: (document: Document) => void): string[] => {
    const document = JSON.parse(text) as Document;
    change(document);
    return breaksOf(contractOf(JSON.parse(text) as Document), contractOf(document));
  };
  const schema = (
    { components }: Document,
    name: string,
  ): Required<Document>['components']['schemas'][string] & { properties: Record<string, Node>; required: string[] } =>
    components.schemas[name] as never;

  it('is kept: else `npm run contract` says what breaks and how it is accepted', () => {
    expect(breaksOf(committed(), contractOf(JSON.parse(text) as Document))).toEqual([]);
  });

  it('is written down whole: else run `npm run contract`', () => {
    expect(committed()).toEqual(contractOf(JSON.parse(text) as Document));
  });

  it('takes what is added: an operation, a field of an answer, a field that may be sent, a word', () => {
    const broken = breaksOfChange((document) => {
      document.paths['/v1/new'] = { post: { ...document.paths['/v1/refunds']!.post!, operationId: 'makeNew' } };
      schema(document, 'PaymentResource').properties.one_day = { type: 'string' };
      schema(document, 'PaymentResource').required.push('one_day');
      schema(document, 'CreateRefundDto').properties.one_day = { type: 'string' };
      (schema(document, 'PaymentStatus') as unknown as { enum: string[] }).enum.push('one_day');
      document.components.schemas.OneDayDto = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] };
    });
    expect(broken).toEqual([]);
  });

  it.each<[string, (document: Document) => void, string]>([
    ['an operation goes', ({ paths }) => delete paths['/v1/refunds']!.post, 'gone: POST /v1/refunds: takes CreateRefundDto'],
    ['a field goes', (document) => delete schema(document, 'RefundResource').properties.amount, 'gone: RefundResource.amount integer'],
    [
      'a field may be missing',
      (document) => schema(document, 'RefundResource').required.splice(0),
      'gone: RefundResource.id is always there',
    ],
    [
      'a type changes',
      (document) => (schema(document, 'RefundResource').properties.amount = { type: ['integer', 'null'] }),
      'gone: RefundResource.amount integer',
    ],
    [
      'something more has to be sent',
      (document) => schema(document, 'CreateRefundDto').required.push('reason'),
      'new: CreateRefundDto.reason must be sent',
    ],
    [
      'a parameter has to be sent',
      ({ components }) => Object.assign(components.parameters!['Idempotency-Key']!, { required: true }),
      'new: POST /v1/payments: header Idempotency-Key must be sent',
    ],
    [
      'a word goes',
      (document) => (schema(document, 'PaymentStatus') as unknown as { enum: string[] }).enum.shift(),
      'gone: PaymentStatus: word created',
    ],
    [
      'a name for libraries changes',
      ({ paths }) => (paths['/v1/refunds']!.post!['x-hundi'] = {}),
      'gone: POST /v1/refunds: is createRefund refunds.create',
    ],
  ])('says so when %s', (_what, change, reported) => {
    expect(breaksOfChange(change)).toContain(reported);
  });
});
