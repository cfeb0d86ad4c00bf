import { repeat } from '../steady-load';
import { sampleOf, type Evidence } from './evidence';

const REPEATED = 60;

/** A key answers the same bytes again, and refuses another request (I6). That nothing was done twice, the stored payments show. */
export async function expectRepeatable({ paid, baseUrl }: Evidence): Promise<void> {
  const differing: string[] = [];
  for (const outcome of sampleOf(paid, REPEATED)) {
    const text = await repeat(outcome, baseUrl);
    if (text !== outcome.text) differing.push(`${outcome.text} / ${text}`);
  }
  expect(differing).toEqual([]);
  const [first] = paid;
  if (!first) return;
  const { status } = await fetch(`${baseUrl}/v1/payments`, {
    method: 'POST',
    headers: { authorization: `Bearer ${first.apiKey}`, 'content-type': 'application/json', 'idempotency-key': first.key },
    body: '{"amount":50001,"currency":"INR","payment_method":"upi"}',
  });
  expect(status).toBe(422);
}
