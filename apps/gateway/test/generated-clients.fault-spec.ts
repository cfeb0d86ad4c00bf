import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { missingJavaTools } from '#embedded';
import { compileTypeScript } from '../../../tools/openapi/client-checks';
import { fetchGenerator, generateClients, type Language } from '../../../tools/openapi/generator';
import { describedDocuments } from './gateway-to-describe';

jest.setTimeout(600_000);

const MISSING = missingJavaTools();
if (MISSING !== undefined) process.stderr.write(`Skipped: ${MISSING} is missing, which openapi-generator needs.\n`);

/** Files of the models, or of the operations, by the place where the language keeps them. */
const PLACES: Readonly<Record<Language, readonly [string, RegExp]>> = {
  python: ['openapi_client/models', /^(?!__init__)\w+\.py$/],
  go: ['.', /^model_\w+\.go$/],
  java: ['src/main/java/org/openapitools/client/model', /\.java$/],
  'typescript-fetch': ['models', /^(?!index)\w+\.ts$/],
};
const LANGUAGES = Object.keys(PLACES) as Language[];

/** `npm run openapi:clients` compiles and tries the others too; that takes compilers that not every machine has. */
(MISSING === undefined ? describe : describe.skip)('clients that openapi-generator makes of the published document', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hundi-clients-'));
  const document = join(folder, 'openapi.json');

  beforeAll(async () => {
    writeFileSync(document, (await describedDocuments()).text);
    await generateClients(await fetchGenerator(), document, LANGUAGES, folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(LANGUAGES)('%s: is generated with default settings, and no type is named after a place', (language) => {
    const [place, pattern] = PLACES[language];
    const models = readdirSync(join(folder, language, place)).filter((name) => pattern.test(name));
    expect(models.length).toBeGreaterThan(100);
    expect(models.filter((name) => /inner|inline|all_?of|one_?of|any_?of|_value|\d\d\d/i.test(name))).toEqual([]);
  });

  it('TypeScript compiles strictly, with methods named by the operations and no method for a webhook', async () => {
    await compileTypeScript(join(folder, 'typescript-fetch'));
    expect(readFileSync(join(folder, 'typescript-fetch/dist/apis/PaymentsApi.js'), 'utf8')).toContain('async createPayment(');
    expect(readdirSync(join(folder, 'typescript-fetch/apis'))).not.toContain('WebhooksApi.ts');
  });
});
