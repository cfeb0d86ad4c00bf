import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { join } from 'node:path';
import type { HundiUnderTest } from '#testing';

/** What `npx hundi` starts, and the tool that it runs once all is built. */
export const SHIM = join(__dirname, '../../../bin/hundi.mjs');
const TOOL = join(__dirname, '../../../dist/apps/standalone/src/cli/main.js');

type Whom = Pick<HundiUnderTest, 'testKey' | 'baseUrl'>;

/** The command line tool as a person starts it. */
export class Cli {
  out = '';
  err = '';
  readonly ended: Promise<number | null>;

  private constructor(readonly child: ChildProcessWithoutNullStreams) {
    child.stdout.setEncoding('utf8').on('data', (text: string) => (this.out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (this.err += text));
    this.ended = new Promise((resolve) => child.once('close', resolve));
  }

  static start(hundi: Whom, parameters: string[], environment: Record<string, string> = {}, program = TOOL): Cli {
    const env = { PATH: process.env.PATH ?? '', HUNDI_API_KEY: hundi.testKey, HUNDI_BASE_URL: hundi.baseUrl, ...environment };
    return new Cli(spawn(process.execPath, [program, ...parameters], { env }));
  }

  /** To its end. */
  static async run(
    hundi: Whom,
    parameters: string[],
    environment?: Record<string, string>,
  ): Promise<{ code: number | null; out: string; err: string }> {
    const cli = Cli.start(hundi, parameters, environment);
    const code = await cli.ended;
    return { code, out: cli.out, err: cli.err };
  }
}
