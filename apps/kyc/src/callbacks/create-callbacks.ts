import type { AppDeps } from '#service';
import { ProviderCallbacks, type ProviderCallbacksParts } from './provider-callbacks';

export type CallbacksParts = Pick<AppDeps, 'clock' | 'logger' | 'metrics'> & Pick<ProviderCallbacksParts, 'registry' | 'owners'>;

/** What reads the webhooks of identity providers, with its count of what came of them. */
export function createCallbacks({ metrics, ...parts }: CallbacksParts): ProviderCallbacks {
  const webhooks = metrics.counter({
    name: 'hundi_kyc_provider_webhooks_total',
    help: 'Webhooks of identity providers, by what came of them.',
    labels: ['kyc_provider', 'outcome'],
  });
  return new ProviderCallbacks({ ...parts, observe: (kyc_provider, outcome) => webhooks.inc({ kyc_provider, outcome }) });
}
