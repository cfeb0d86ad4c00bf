import { IsOptional, IsString, IsUrl } from 'class-validator';
import { HTTP_URL, loadConfig } from '#service';
import { DEFAULT_FOLDER } from '../data-directory';

/** What the environment says to `npx hundi`. Options of the command line go before it. */
export class CliConfig {
  /** A test key; without it, the one that a Hundi on this machine keeps for its demo account. */
  @IsOptional()
  @IsString()
  hundiApiKey?: string;

  /** Where the API answers; without it, where the Hundi of the data folder listens. */
  @IsOptional()
  @IsUrl(HTTP_URL)
  hundiBaseUrl?: string;

  /** Where pages are, for links that are printed; as the gateway takes it. */
  @IsOptional()
  @IsUrl(HTTP_URL)
  publicUrl?: string;

  /** The data folder of a Hundi on this machine. */
  @IsString()
  hundiDataDir: string = DEFAULT_FOLDER;
}

/** @throws ConfigError with all violations at once. */
export function readCliConfig(): Readonly<CliConfig> {
  return loadConfig(CliConfig, process.env);
}
