import { Expansions } from '#listing';

/**
 * What can be expanded in the objects of this service. The gateway names the same paths in its routes, where callers see
 * them documented.
 */
export function paymentExpansions(): Expansions {
  return new Expansions();
}
