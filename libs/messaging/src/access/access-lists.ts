import { AclOperationTypes, AclPermissionTypes, AclResourceTypes, ResourcePatternTypes, type AclEntry, type Admin } from 'kafkajs';
import { describeKafkaError } from '../kafka/kafka-errors';
import { createKafkaClient } from '../kafka/kafka-client';
import type { KafkaBusOptions, KafkaClientOptions } from '../kafka/kafka-options';
import { accessProblem } from '../kafka/security/access-problems';
import { principalOf as ownPrincipalOf } from '../kafka/security/kafka-security';
import { accessBindings, type AccessBinding } from './kafka-access';
import type { PrincipalOf } from './render-access';

const OPERATION = {
  Read: AclOperationTypes.READ,
  Write: AclOperationTypes.WRITE,
  Describe: AclOperationTypes.DESCRIBE,
  DescribeConfigs: AclOperationTypes.DESCRIBE_CONFIGS,
  Create: AclOperationTypes.CREATE,
} as const satisfies Record<AccessBinding['operation'], AclOperationTypes>;
const EVERY_HOST = '*';

type Prefixed = Pick<KafkaBusOptions, 'topicPrefix'>;

/**
 * Gives every role its rights; again changes nothing. Takes nothing away: rights that were given otherwise stay.
 *
 * @param options of a user who may alter access lists.
 * @returns how many rights the roles have.
 * @throws Error that says what the broker refused.
 */
export async function applyAccess(options: KafkaClientOptions & Prefixed, principalOf: PrincipalOf): Promise<number> {
  const acl = accessBindings(options.topicPrefix).map((binding) => entryOf(binding, principalOf(binding.role)));
  const admin = createKafkaClient(options).admin();
  try {
    await create(admin, acl);
  } catch (error) {
    const problem = accessProblem(error, ownPrincipalOf(options.security ?? {}), 'alter access lists');
    throw new Error(problem ?? describeKafkaError(error), { cause: error });
  }
  return acl.length;
}

async function create(admin: Admin, acl: AclEntry[]): Promise<void> {
  try {
    await admin.connect();
    await admin.createAcls({ acl });
  } finally {
    await admin.disconnect();
  }
}

function entryOf({ resource, name, isPrefix, operation }: AccessBinding, principal: string): AclEntry {
  return {
    resourceType: resource === 'topic' ? AclResourceTypes.TOPIC : AclResourceTypes.GROUP,
    resourceName: name,
    resourcePatternType: isPrefix ? ResourcePatternTypes.PREFIXED : ResourcePatternTypes.LITERAL,
    principal,
    host: EVERY_HOST,
    operation: OPERATION[operation],
    permissionType: AclPermissionTypes.ALLOW,
  };
}
