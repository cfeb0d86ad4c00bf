import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startHundi, type HundiProcess } from '#testing';
import { copyCheckout, runIn } from './copied-checkout';
import { EDITS } from './sample-aggregate/edits';

const ROOT = join(__dirname, '../../..');
const SAMPLE = join(__dirname, 'sample-aggregate');
/** What `npm test` found out about types, where it was run: what the new files cannot touch is not checked again. */
const TYPES_FOUND = 'dist/.types/tsconfig.json.tsbuildinfo';
/** What a newcomer has to touch for the smallest aggregate: its own files, and Hundi's. */
const FILES_MAX = 12;

/** docs/how-to/add-to-an-aggregate.md, An aggregate: done by a program in a copy of this checkout. */
describe('the smallest aggregate, with a create and a get', () => {
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

  it(`touches at most ${FILES_MAX} files`, () => {
    const touched = new Set([...ownFiles, ...EDITS.map(({ path }) => path)]);
    expect(touched.size).toBeLessThanOrEqual(FILES_MAX);
  });

  it('is free of type errors, and builds', () => {
    // The dependencies are a link: their types are those that stand there.
    expect(run('tools/check-types.mjs', 'tsconfig.json', '--preserveSymlinks')).toEqual({ status: 0, text: '' });
    expect(run('tools/build.mjs')).toMatchObject({ status: 0 });
  }, 180_000);

  it('passes its own tests, with its golden file', () => {
    const { status, text } = run('node_modules/jest/bin/jest.js', '--selectProjects', 'unit', '--', 'apps/payments/src/note/');
    expect([status, text]).toEqual([0, expect.stringContaining('2 passed')]);
  }, 60_000);

  it('is served: made once for each Idempotency-Key, read, checked, refused to strangers and documented', async () => {
    hundi = await startHundi({ mode: 'embedded', checkout });
    const key = { 'idempotency-key': 'note-1' };
    const made = await call('/v1/notes', { text: 'Call back on Monday' }, key);
    expect([made.status, made.json]).toEqual([
      201,
      expect.objectContaining({ object: 'note', text: 'Call back on Monday', livemode: false }),
    ]);
    const again = await call('/v1/notes', { text: 'Call back on Monday' }, key);
    expect([again.headers.get('idempotent-replayed'), again.json]).toEqual(['true', made.json]);
    expect((await call(String(made.headers.get('location')))).json).toEqual(made.json);
    const wrong = await call('/v1/notes', { text: 7 });
    expect([wrong.status, wrong.json.error]).toEqual([400, expect.objectContaining({ param: 'text' })]);
    expect((await call('/v1/notes/note_0TgWzRaB07xK2mNq5Yd8Vf3L')).status).toBe(404);
    expect((await call('/v1/idempotency_keys/note-1')).json).toMatchObject({ status: 'completed', object_id: made.json.id });
    const { paths } = (await call('/v1/openapi.json')).json as { paths: object };
    expect(Object.keys(paths)).toEqual(expect.arrayContaining(['/v1/notes', '/v1/notes/{id}']));
  }, 60_000);
});

/** @throws Error when the line to stand behind is not there, or not once. */
function insert(path: string, behind: string, line: string): void {
  const lines = readFileSync(path, 'utf8').split('\n');
  const places = lines.flatMap((one, index) => (one.startsWith(behind) ? [index] : []));
  if (places.length !== 1) throw new Error(`${path}: ${places.length} lines begin with ${behind}`);
  writeFileSync(path, lines.toSpliced((places[0] ?? 0) + 1, 0, line).join('\n'));
}
