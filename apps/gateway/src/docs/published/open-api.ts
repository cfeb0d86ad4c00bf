/** A schema, a parameter or any other node of the document. */
export type Node = Record<string, unknown>;

export interface Response extends Node {
  description: string;
  headers?: Record<string, Node>;
  content?: Record<string, { schema: Node }>;
}

export interface Parameter extends Node {
  name: string;
  in: string;
}

export interface Operation extends Node {
  operationId: string;
  tags?: string[];
  security?: object[];
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Node }> };
  responses: Record<string, Response>;
}

/** An OpenAPI 3.1 document, as far as the published one is made from it. */
export interface Document extends Node {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Node> } & Record<string, Record<string, Node>>;
}

/** One operation and where it stands. */
export interface Placed {
  /** `POST /v1/payments` */
  route: string;
  path: string;
  operation: Operation;
}

/** Every operation, in the order of the document. */
export function operationsOf({ paths }: Pick<Document, 'paths'>): Placed[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ route: `${method.toUpperCase()} ${path}`, path, operation })),
  );
}

/** The JSON that an answer holds; undefined when it holds none. */
export function jsonOf(response: Response | undefined): { schema: Node } | undefined {
  return response?.content?.['application/json'];
}

/** What a schema says of each field. */
export function propertiesOf(schema: Node | undefined): Record<string, Node | undefined> {
  return (schema?.properties ?? {}) as Record<string, Node | undefined>;
}

/** The name of the schema a reference leads to. */
export function schemaName({ $ref }: Node): string | undefined {
  return typeof $ref === 'string' ? $ref.split('/').pop() : undefined;
}

export const schemaRef = (name: string): { $ref: string } => ({ $ref: `#/components/schemas/${name}` });

/** The same tree with every object replaced by what `change` makes of it, the innermost first. */
export function mapped(value: unknown, change: (node: Node) => unknown): unknown {
  if (Array.isArray(value)) return value.map((member) => mapped(member, change));
  if (typeof value !== 'object' || value === null) return value;
  return change(Object.fromEntries(Object.entries(value).map(([key, member]) => [key, mapped(member, change)])));
}
