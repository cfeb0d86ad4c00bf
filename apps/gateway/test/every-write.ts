import * as contracts from '#contracts';
import { RESOURCES, newId, shardOfAccount, type ResourceKind } from '#contracts';
import { compileShape, type CompiledShape } from '../src/validation/compile-shape';
import type { GatewayUnderTest } from './gateway-under-test';

/** A member of a request body, with a body in which another name stands in its place. */
export interface BodyMember {
  /** Dotted path of the object that holds it, with a dot at its end; empty at the top. */
  prefix: string;
  name: string;
  /** The names next to it, its own among them. */
  names: readonly string[];
  bodyWith(name: string): Record<string, unknown>;
}

/** A write of the API. */
export interface DocumentedWrite {
  /** `POST /v1/payments/{id}/capture`. */
  operation: string;
  method: string;
  /** With ids that the account of the gateway could own. */
  path: string;
  members: readonly BodyMember[];
  takesDryRun: boolean;
}

interface Operation {
  requestBody?: { content: Record<string, { schema: { $ref?: string } }> };
  parameters?: { name: string }[];
}

/** What others send has bodies of their own. */
const OF_OTHERS = /^\/v1\/(processor_webhooks|kyc_webhooks|api_keys\/secret_scanning)/;

/** Every write under /v1 that reads a body of the API or none. */
export function everyWrite(gateway: GatewayUnderTest): DocumentedWrite[] {
  const paths = Object.entries(gateway.client.document.document.paths as unknown as Record<string, Record<string, Operation>>);
  return paths.flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'get' && path.startsWith('/v1/') && !OF_OTHERS.test(path))
      .map(([method, { requestBody, parameters = [] }]) => ({
        operation: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path: withIds(path, gateway),
        members: membersOf(requestBody?.content['application/json']?.schema.$ref),
        takesDryRun: parameters.some(({ name }) => name === 'dry_run'),
      })),
  );
}

/** Every member of a body, at every depth; what is free of form, such as metadata, has none. */
export function everyMember(shape: CompiledShape): BodyMember[] {
  const membersAt = (
    inner: CompiledShape,
    prefix: string,
    wrap: (body: Record<string, unknown>) => Record<string, unknown>,
  ): BodyMember[] =>
    inner.properties.flatMap(({ name, nested, each }) => [
      { prefix, name, names: inner.names, bodyWith: (other) => wrap({ [other]: 1 }) },
      ...(nested === null
        ? []
        : membersAt(nested, `${prefix}${name}.${each === null ? '' : '0.'}`, (body) => wrap({ [name]: each === null ? body : [body] }))),
    ]);
  return membersAt(shape, '', (body) => body);
}

function membersOf(reference: string | undefined): BodyMember[] {
  const name = reference?.split('/').at(-1) ?? '';
  const Body = (contracts as unknown as Record<string, (new () => object) | undefined>)[name];
  if (reference !== undefined && Body === undefined) throw new Error(`${name} is no class of the contracts`);
  return Body === undefined ? [] : everyMember(compileShape(Body));
}

/** Ids follow the segment of the path that names their kind, `/v1/refunds/{id}`; parts of an object are numbered. */
function withIds(path: string, { accountId, keyStore: { clock, random } }: GatewayUnderTest): string {
  return path.replaceAll(/([a-z_]+)\/\{\w+\}/g, (_whole, segment: string) => {
    const kind = (Object.keys(RESOURCES) as ResourceKind[]).find((one) =>
      `_${RESOURCES[one].path.slice('/v1/'.length).replaceAll('/', '_')}`.endsWith(`_${segment}`),
    );
    return `${segment}/${kind === undefined ? '1' : newId(kind, shardOfAccount(accountId), clock.nowMs(), random)}`;
  });
}
