import type { PublicEvent } from '#contracts';

/** How a personal value begins on a topic. The gateway and the webhooks show what is in it. */
const TOKEN_START = '~s1.';
const TOKEN_PATTERN_START = '^~s1';
const SEALED = /^Personal, and therefore sealed\.\s?/;

/** What stands where an example of a topic has a token, by the name of the field. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  customer: { name: 'Asha Verma', email: 'asha@example.com', phone: '+919876543210' },
  name: 'Asha Verma',
  email: 'asha@example.com',
  phone: '+919876543210',
  line1: '14 MG Road',
  city: 'Bengaluru',
  postal_code: '560001',
  country: 'IN',
};

type Json = Readonly<Record<string, unknown>>;

/** The example of a topic as a merchant would receive it. */
export function openExample(event: PublicEvent): PublicEvent {
  return JSON.parse(JSON.stringify(event), (key, value: unknown) =>
    isToken(value) ? (SAMPLES[key] ?? 'a personal value') : value,
  ) as PublicEvent;
}

function isToken(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith(TOKEN_START);
}

/** The schema of a topic as it is for merchants: where it has tokens, there are values, or null after an erasure. */
export function openSchema(schema: object): object {
  return JSON.parse(JSON.stringify(schema), (_key, value: unknown) => (isSchema(value) ? opened(value) : value)) as object;
}

function isSchema(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One node; what is below it has been opened already. */
function opened(node: Json): Json {
  if (typeof node.description === 'string' && SEALED.test(node.description)) return openedPersonal(node);
  return isTokenNode(node) ? withoutPattern(node) : node;
}

function openedPersonal({ description, ...node }: Json): Json {
  const reported = { description: `Personal: null once it is erased. ${String(description).replace(SEALED, '')}`.trim() };
  if (!Array.isArray(node.anyOf)) return { ...withoutPattern(node), ...reported };
  // One token for the whole object, or one for each field: either way it is the object that is read.
  const [object] = (node.anyOf as Json[]).filter(({ type }) => type === 'object');
  return { ...object, type: ['object', 'null'], ...reported };
}

function isTokenNode({ pattern }: Json): boolean {
  return typeof pattern === 'string' && pattern.startsWith(TOKEN_PATTERN_START);
}

function withoutPattern({ pattern: _pattern, ...node }: Json): Json {
  return { ...node, type: ['string', 'null'] };
}
