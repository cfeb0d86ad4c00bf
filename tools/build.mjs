// `npm run build`: compile into dist/. Nothing to do costs a second (incremental).
import { existsSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const compiler = `${root}node_modules/typescript/bin/tsc`;

if (!existsSync(compiler)) {
  console.error('The dependencies are not installed. Run "npm ci" first.');
  process.exit(1);
}
const { status } = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
process.exit(status ?? 1);
