import type { BusLogger } from '../../observer';
import { ANONYMOUS } from './kafka-security';

const DEPTH_MAX = 6;
/** kafkajs, @platformatic/kafka, and the protocol itself. */
const LOGIN_REFUSED =
  /^(KafkaJSSASLAuthenticationError|PLT_KFK_AUTHENTICATION|SASL_AUTHENTICATION_FAILED|UNSUPPORTED_SASL_MECHANISM|ILLEGAL_SASL_STATE)$/;
const NOT_ALLOWED = /^(TOPIC|GROUP|CLUSTER)_AUTHORIZATION_FAILED$/;
/** What Node says of a certificate that it does not accept, and of a port that speaks no TLS. */
const TLS_REFUSED = /^(ERR_TLS_.*|ERR_SSL_.*|EPROTO|CERT_.*|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_.*)$/;

/** Whether the broker refuses the topic to this process: a matter of rights, which other topics have nothing to do with. */
export function isTopicForbidden(error: unknown): boolean {
  return namesIn(error).includes('TOPIC_AUTHORIZATION_FAILED');
}

/**
 * What an error says about who this process is and what it may do: a sentence for the operator, or undefined for any other
 * error. Trying again goes on all the same, since the rights may be given meanwhile.
 *
 * @param purpose what was tried, for example `write to payments.events`.
 */
export function accessProblem(error: unknown, principal: string, purpose: string): string | undefined {
  for (const name of namesIn(error)) {
    if (LOGIN_REFUSED.test(name)) return `Kafka refuses the login of ${principal}`;
    if (TLS_REFUSED.test(name)) return `the TLS connection to Kafka fails (${name})`;
    const kind = NOT_ALLOWED.exec(name)?.[1];
    if (kind !== undefined) return `Kafka does not allow ${principal} to ${purpose} (${kind.toLowerCase()} authorization)`;
  }
  return undefined;
}

/** Names, codes and protocol types of an error, its causes and the errors it gathers. */
function namesIn(error: unknown, depth = 0): string[] {
  if (typeof error !== 'object' || error === null || depth > DEPTH_MAX) return [];
  const { name, code, type, apiId, cause, originalError, errors } = error as Record<string, unknown>;
  const own = [name, code, type, apiId].filter((one) => typeof one === 'string');
  const inner = [cause, originalError, ...(Array.isArray(errors) ? (errors as unknown[]) : [])];
  return [...own, ...inner.flatMap((one) => namesIn(one, depth + 1))];
}

/** What Kafka refuses this process now. Each problem is logged once, when it begins. */
export class AccessProblems {
  private readonly open = new Map<string, string>();

  constructor(
    private readonly principal: string,
    private readonly logger: BusLogger,
  ) {}

  /** @returns whether the error is one of access. */
  note(purpose: string, error: unknown): boolean {
    const problem = accessProblem(error, this.principal, purpose);
    if (problem !== undefined) this.report(purpose, problem);
    return problem !== undefined;
  }

  /**
   * kafkajs drops what the broker says of a group that may not be read: what is left is an error about a group without a coordinator. That is
   * a matter of rights only for who has logged in; a broker that is slow to start says the same.
   */
  noteNoCoordinator(purpose: string): void {
    if (this.principal === ANONYMOUS) return;
    this.report(purpose, `Kafka names no coordinator to ${purpose}: ${this.principal} may not be allowed to`);
  }

  private report(purpose: string, problem: string): void {
    const { principal, logger } = this;
    if (this.open.get(purpose) !== problem) logger.error({ principal, purpose }, `${problem}; retrying`);
    this.open.set(purpose, problem);
  }

  over(purpose: string): void {
    this.open.delete(purpose);
  }

  /** One of the open problems. */
  get current(): string | undefined {
    return this.open.values().next().value;
  }
}
