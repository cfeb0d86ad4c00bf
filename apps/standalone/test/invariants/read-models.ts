import { eventually } from '#testing';
import { runProgram } from '../run-program';
import { sampleOf, type Evidence } from './evidence';

const VIEWS = ['payments_list', 'refunds_list'];
const COMPARED = 60;

/** Views are what the log says, built anew from it; and what is shown of a payment is the fold of its events (I9). */
export async function expectReadModels({ environment, baseUrl, paid }: Evidence): Promise<void> {
  for (const view of VIEWS) {
    // A view follows the log: it may be some commits behind. The program alone takes many seconds on a busy machine.
    await eventually(
      async () => {
        const compared = await runProgram('operator/rebuild-view.js', ['payments', view, '--compare'], environment);
        expect(compared).toContain(': 0 rows differed');
      },
      { withinMs: 90_000 },
    );
  }
  const differing: string[] = [];
  for (const { apiKey, paymentId } of sampleOf(paid, COMPARED)) {
    const show = async (query: string): Promise<string> => {
      const response = await fetch(`${baseUrl}/v1/payments/${paymentId}${query}`, { headers: { authorization: `Bearer ${apiKey}` } });
      return `${response.status} ${await response.text()}`;
    };
    // Folded from the log as of then, which is after all of it.
    const [shown, folded] = [await show(''), await show('?as_of=4000000000')];
    if (shown !== folded || !shown.startsWith('200 ')) differing.push(`${shown} / ${folded}`);
  }
  expect(differing).toEqual([]);
}
