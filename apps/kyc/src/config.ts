import { ProcessConfig, loadConfig } from '#service';

/** The variables of the kyc service. It needs none beyond those of every process. */
export class KycConfig extends ProcessConfig {}

/** From the environment of a process of its own. @throws ConfigError with all violations at once. */
export function readKycConfig(): Readonly<KycConfig> {
  return loadConfig(KycConfig, process.env, ['kafkaBrokers']);
}
