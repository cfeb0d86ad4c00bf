import Ajv from 'ajv/dist/2020';
import addFormats from 'ajv-formats';

/** What is wrong with a value by a schema of an OpenAPI document, as sentences; none when it fits. */
export type SchemaCheck = (schema: object, value: unknown) => string[];

/** Checks values by the schemas of a document, references and all. */
export function schemasOf(document: object): SchemaCheck {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addSchema(document, 'document');
  const inDocument = (schema: object): object =>
    JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"document#/')) as object;
  return (schema, value) => {
    const validate = ajv.compile(inDocument(schema));
    validate(value);
    return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`);
  };
}
