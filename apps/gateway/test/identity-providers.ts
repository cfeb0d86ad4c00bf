import { SECURE_ID_KEYS, FakeSecureId, SETU_KEYS, SETU_PRODUCTS, FakeSetu } from '#testing';

/** Both identity providers, by stand-ins that know the same documents, and the settings that lead a Hundi to them. */
export class IdentityProviders {
  readonly cashfree = new FakeSecureId();
  readonly setu = new FakeSetu();

  async start(): Promise<void> {
    await Promise.all([this.cashfree.start(), this.setu.start()]);
  }

  async stop(): Promise<void> {
    await Promise.all([this.cashfree.stop(), this.setu.stop()]);
  }

  /** @param numbers in the form that providers are asked with. */
  register(numbers: readonly string[], holder: { name: string; dateOfBirth: string }): void {
    for (const { register } of [this.cashfree, this.setu]) for (const number of numbers) register.add(number, holder);
  }

  /** Everything that happens is logged. */
  environment(): Record<string, string> {
    return {
      CASHFREE_SECURE_ID_CLIENT_ID: SECURE_ID_KEYS.clientId,
      CASHFREE_SECURE_ID_CLIENT_SECRET: SECURE_ID_KEYS.clientSecret,
      CASHFREE_SECURE_ID_API_URL: `${this.cashfree.url}/verification`,
      SETU_CLIENT_ID: SETU_KEYS.clientId,
      SETU_CLIENT_SECRET: SETU_KEYS.clientSecret,
      SETU_API_URL: this.setu.url,
      SETU_PAN_PRODUCT_ID: SETU_PRODUCTS.pan,
      SETU_DIGILOCKER_PRODUCT_ID: SETU_PRODUCTS.digilocker,
      KYC_POLL_START_MS: '200',
      KYC_PROVIDER_TIMEOUT_MS: '2000',
      RATE_LIMIT_ENABLED: 'false',
      LOG_LEVEL: 'trace',
      LOG_REQUESTS: 'true',
    };
  }
}
