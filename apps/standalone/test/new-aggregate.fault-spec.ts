import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { eventually, startHundi, type HundiProcess } from '#testing';
import { copyCheckout, runIn } from './copied-checkout';
import { EDITS } from './sample-aggregate/edits';

const ROOT = join(__dirname, '../../..');
const SAMPLE = join(__dirname, 'sample-aggregate');
/** What `npm test` found out about types, where it was run: what the new files cannot touch is not checked again. */
const TYPES_FOUND = 'dist/.types/tsconfig.json.tsbuildinfo';
const NOTE = { text: 'Call back on Monday', topic: 'support' };
/** The suites that check the documentation and the events of every resource. */
const SUITES = ['apps/payments/src/note/', 'apps/gateway/src/docs/', 'tools/schemas/', 'libs/event-catalog/'];
/** The bound for an aggregate with a list, a public event and documentation: its own files, edits of Hundi's, and generated files. */
const FILES_MAX = 20;

/** docs/how-to/add-to-an-aggregate.md, An aggregate: done by a program in a copy of this checkout. */
describe('the smallest aggregate with a list, a public event and documentation', () => {
  const checkout = mkdtempSync(join(tmpdir(), 'hundi-aggregate-'));
  const ownFiles = globSync('**/*.txt', { cwd: SAMPLE });
  let hundi: HundiProcess | undefined;

  beforeAll(() => {
    copyCheckout(checkout);
    if (existsSync(join(ROOT, TYPES_FOUND))) cpSync(join(ROOT, TYPES_FOUND), join(checkout, TYPES_FOUND));
    for (const path of ownFiles) {
      const target = join(checkout, path.replace(/\.txt$/, ''));
      mkdirSync(dirname(target), { recursive: true });
      cpSync(join(SAMPLE, path), target);
    }
    for (const { path, behind, line } of EDITS) insert(join(checkout, path), behind, line);
  });
  afterAll(async () => {
    await hundi?.stopAndRemove();
    rmSync(checkout, { recursive: true, force: true });
  });

  const run = (...parameters: string[]): { status: number | null; text: string } => runIn(checkout, ...parameters);
  const call = async (path: string, body?: object, headers: Record<string, string> = {}) => {
    const response = await fetch(`${hundi?.baseUrl}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${hundi?.testKey}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, json: (await response.json()) as Record<string, unknown> };
  };

  it('is free of type errors, and builds', () => {
    // The dependencies are a link: their types are those that stand there.
    expect(run('tools/check-types.mjs', 'tsconfig.json', '--preserveSymlinks')).toEqual({ status: 0, text: '' });
    expect(run('tools/build.mjs')).toMatchObject({ status: 0 });
  }, 180_000);

  it('writes its event schemas and its part of the contract, which break no consumer', () => {
    expect(run('dist/tools/schemas/main.js')).toMatchObject({ status: 0 });
    expect(run('apps/gateway/test/accept-contract.cjs')).toMatchObject({ status: 0 });
    // The build puts the schemas where the services read them.
    expect(run('tools/build.mjs')).toMatchObject({ status: 0 });
  }, 120_000);

  it(`touches at most ${FILES_MAX} files, with those that are generated`, () => {
    const textOf = (root: string, path: string): string | null =>
      existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : null;
    const generated = globSync('docs/reference/**/*.{json,md,txt}', { cwd: checkout }).filter(
      (path) => textOf(checkout, path) !== textOf(ROOT, path),
    );
    const touched = new Set([...ownFiles.map((path) => path.replace(/\.txt$/, '')), ...EDITS.map(({ path }) => path), ...generated]);
    expect([...touched].length <= FILES_MAX || [...touched].sort()).toBe(true);
  });

  it('passes its own tests, with its golden file, and those of the documentation', () => {
    const { status, text } = run('node_modules/jest/bin/jest.js', '--selectProjects', 'unit', '--', ...SUITES);
    expect([status, text.split('\n').filter((line) => /✕|●|FAIL/.test(line))]).toEqual([0, []]);
    expect(text).toContain('passed');
  }, 240_000);

  it('is served: created once for each Idempotency-Key, retrieved, checked, refused to strangers', async () => {
    hundi = await startHundi({ mode: 'embedded', checkout });
    const key = { 'idempotency-key': 'note-1' };
    const created = await call('/v1/notes', NOTE, key);
    expect([created.status, created.json]).toEqual([201, expect.objectContaining({ object: 'note', ...NOTE, livemode: false })]);
    const repeated = await call('/v1/notes', NOTE, key);
    expect([repeated.headers.get('idempotent-replayed'), repeated.json]).toEqual(['true', created.json]);
    expect((await call(String(created.headers.get('location')))).json).toEqual(created.json);
    const refused = await call('/v1/notes', { ...NOTE, text: 7 });
    expect([refused.status, refused.json.error]).toEqual([400, expect.objectContaining({ param: 'text' })]);
    expect((await call('/v1/notes/note_0TgWzRaB07xK2mNq5Yd8Vf3L')).status).toBe(404);
    expect((await call('/v1/idempotency_keys/note-1')).json).toMatchObject({ status: 'completed', object_id: created.json.id });
  }, 60_000);

  it('is listed, and the list is filtered by a field of its own', async () => {
    const sales = await call('/v1/notes', { ...NOTE, topic: 'sales' });
    const idsOf = async (query: string): Promise<unknown> =>
      ((await call(`/v1/notes${query}`)).json.data as { id: string }[]).map(({ id }) => id);
    await eventually(async () => expect(await idsOf('')).toHaveLength(2));
    expect(await idsOf('?topic=sales')).toEqual([sales.json.id]);
    expect((await call('/v1/notes?topic=private')).status).toBe(400);
  }, 60_000);

  it('has a public event: in the feed, in the catalog, and for webhook endpoints', async () => {
    await eventually(async () => {
      const { json } = await call('/v1/events?type=note.created');
      expect((json.data as { data: unknown }[])[1]?.data).toMatchObject({ object: { object: 'note', ...NOTE } });
    });
    expect((await call('/v1/event_types/note.created')).json).toMatchObject({ resource_type: 'note', description: 'A note was written.' });
    const endpoint = { url: 'https://shop.example.com/notes', enabled_events: ['note.created'] };
    expect((await call('/v1/webhook_endpoints', endpoint)).status).toBe(201);
  }, 60_000);

  it('is documented with examples, the event with its object', async () => {
    const { json } = await call('/v1/openapi.json');
    const { paths, components } = json as {
      paths: Record<string, Record<string, object>>;
      components: { schemas: Record<string, object> };
    };
    expect(paths['/v1/notes']?.post).toMatchObject({
      'x-hundi': { group: 'notes', method: 'create' },
      requestBody: { content: { 'application/json': { examples: { call: { value: NOTE } } } } },
    });
    expect(Object.keys(paths)).toContain('/v1/notes/{id}');
    expect(components.schemas.NoteResource).toMatchObject({ examples: [NOTE] });
    expect(components.schemas.NoteEventData).toMatchObject({ properties: { object: { $ref: '#/components/schemas/NoteResource' } } });
  });
});

/** @throws Error when the line to stand behind is not there, or not once. */
function insert(path: string, behind: string, line: string): void {
  const lines = readFileSync(path, 'utf8').split('\n');
  const places = lines.flatMap((one, index) => (one.startsWith(behind) ? [index] : []));
  if (places.length !== 1) throw new Error(`${path}: ${places.length} lines begin with ${behind}`);
  writeFileSync(path, lines.toSpliced((places[0] ?? 0) + 1, 0, line).join('\n'));
}
