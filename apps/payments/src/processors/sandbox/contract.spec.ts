import { contextOf, inputOf } from '../../../test/fakes/samples';
import { describeProcessor } from '../processor.contract';
import { SandboxProcessor } from './sandbox';

const VPA = { paid: null, declined: 'insufficient@sandbox', open: 'pending@sandbox' };
const payee = { vpa: 'merchant@sandbox', name: 'Acme Stores', merchantCategory: '5411', publicUrl: 'http://pay.test' };

describeProcessor('the sandbox', () =>
  Promise.resolve({
    processor: new SandboxProcessor(payee),
    ctx: contextOf({ livemode: false }),
    input: (wanted) => inputOf({ instrument: { method: 'upi', flow: 'collect', vpa: VPA[wanted] }, returnUrl: undefined }),
    settle: () => undefined,
    stop: () => Promise.resolve(),
  }),
);
