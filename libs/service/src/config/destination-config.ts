import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, Matches, ValidateBy, type ValidationArguments } from 'class-validator';
import { DESTINATION_PORTS, isAllowlistEntry, readAddressRange, readDestinationRules, type DestinationRules } from '#contracts';
import { ProcessConfig } from './process-config';

const ENTRIES_MAX = 100;
const PORT = /^(?:[1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d{2}|655[0-2]\d|6553[0-5])$/;
const DOMAIN = /^(?=.{1,253}$)[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)*$/;

/**
 * Where webhooks may go, for the two services that judge it: the gateway when an endpoint is saved, webhooks before every
 * attempt. Both need the same setting.
 */
export class DestinationConfig extends ProcessConfig {
  /** Host names, addresses and blocks that endpoints of test mode may use although they are refused otherwise. Live mode ignores it. */
  @Each(isAllowlistEntry, 'must be host names, addresses or blocks of addresses')
  @ArrayMaxSize(ENTRIES_MAX)
  @IsArray()
  webhooksTestTargetAllowlist: string[] = [];

  /** Ports that may be dialed. */
  @Matches(PORT, { each: true })
  @ArrayMinSize(1)
  @ArrayMaxSize(ENTRIES_MAX)
  @IsArray()
  webhooksPorts: string[] = DESTINATION_PORTS.map(String);

  /** Domains of this installation: neither they nor anything below them is a destination. */
  @Matches(DOMAIN, { each: true })
  @ArrayMaxSize(ENTRIES_MAX)
  @IsArray()
  webhooksOwnDomains: string[] = [];

  /** Addresses and blocks that are refused beyond the built-in rule. */
  @Each((entry) => readAddressRange(entry) !== undefined, 'must be addresses or blocks of addresses')
  @ArrayMaxSize(ENTRIES_MAX)
  @IsArray()
  webhooksDeniedAddresses: string[] = [];

  /** Judge addresses of 64:ff9b::/96 by the IPv4 address inside: needed on hosts without IPv4. Refused otherwise. */
  @IsBoolean()
  webhooksNat64Enabled: boolean = false;
}

/** The rules that the configuration asks for. */
export function destinationRulesOf(config: Readonly<DestinationConfig>): DestinationRules {
  return readDestinationRules({
    testTargetAllowlist: config.webhooksTestTargetAllowlist,
    ports: config.webhooksPorts.map(Number),
    ownDomains: config.webhooksOwnDomains,
    deniedAddresses: config.webhooksDeniedAddresses,
    nat64Enabled: config.webhooksNat64Enabled,
  });
}

function Each(isGood: (entry: string) => boolean, sentence: string): PropertyDecorator {
  return ValidateBy({
    name: 'each',
    validator: {
      validate: (value: unknown) => Array.isArray(value) && value.every((entry) => typeof entry === 'string' && isGood(entry)),
      defaultMessage: (args?: ValidationArguments) => `${args?.property ?? 'the list'} ${sentence}`,
    },
  });
}
