import fc from 'fast-check';
import { created, PLAIN, type PaymentStream } from '../../../test/payment-stream';

const CAPTURED = 10_000;

/** What happens to the refunds of a payment, in any order: `refund` is a number that is taken among those that there are. */
type Step = { do: 'request'; amount: number } | { do: 'process' | 'fail' | 'settle'; refund: number };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('request' as const), amount: fc.constantFrom(1, 100, 3_000, 4_000, 6_000, 9_999, 10_000) }),
    fc.record({
      do: fc.constantFrom('process' as const, 'process' as const, 'fail' as const, 'fail' as const, 'settle' as const),
      refund: fc.nat(7),
    }),
  ),
  { maxLength: 24 },
);

/** The books of the processor and of the operator: what went out of each refund, and what came back another way. */
interface Books {
  out: Map<string, { amount: number; isOut: boolean; wasOut: boolean }>;
  recovered: number;
}

function request(amount: number, stream: PaymentStream, { out }: Books): void {
  const refundId = `rfnd_${out.size}`;
  const { accepted } = stream.send('payments.request_refund', { refundId, amount, reason: 'other' });
  if (accepted) out.set(refundId, { amount, isOut: false, wasOut: false });
}

function settle(stream: PaymentStream, books: Books): void {
  books.recovered += stream.resource.amount_over_refunded;
  stream.send('payments.resolve', { as: 'settled', by: 'ops', note: 'sent back' });
}

function play(step: Step, stream: PaymentStream, books: Books): void {
  if (step.do === 'request') return request(step.amount, stream, books);
  if (step.do === 'settle') return settle(stream, books);
  const [refundId, refund] = [...books.out][step.refund % Math.max(1, books.out.size)] ?? [];
  // What the bank returned does not go out again.
  if (refundId === undefined || refund === undefined || (step.do === 'process' && refund.wasOut)) return;
  if (step.do === 'process') stream.send('payments.refund_processed', { refundId, amount: refund.amount });
  else stream.send('payments.refund_failed', { refundId });
  refund.isOut = step.do === 'process';
  refund.wasOut ||= refund.isOut;
}

it('in any order of refunds that fail, are paid out, paid out after all and returned, the payment shows what went out', () => {
  fc.assert(
    fc.property(steps, (script) => {
      const stream = created({ ...PLAIN, amount: CAPTURED });
      const books: Books = { out: new Map(), recovered: 0 };
      for (const step of script) {
        const [before, published] = [stream.resource, stream.published.length];
        play(step, stream, books);
        const out = [...books.out.values()].reduce((sum, { amount, isOut }) => sum + (isOut ? amount : 0), 0);
        const paidOut = Math.max(0, out - books.recovered);
        const refunded = Math.min(CAPTURED, paidOut);
        const { resource } = stream;
        expect(resource).toMatchObject({
          status: refunded === CAPTURED ? 'refunded' : 'captured',
          amount_refunded: refunded,
          amount_over_refunded: paidOut - refunded,
          refund_status: refunded === CAPTURED ? 'full' : refunded > 0 ? 'partial' : null,
        });
        const isSame = step.do === 'request' || resource.amount_refundable === before.amount_refundable;
        expect(isSame || stream.published.slice(published).some((event) => event !== null)).toBe(true);
      }
    }),
  );
});
