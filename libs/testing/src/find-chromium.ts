import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readChromiumPath, readProgramFolders } from './config';

const NAMES = ['chromium', 'google-chrome'];

/** The program of a Chromium: CHROMIUM_PATH, else the first on PATH; undefined when there is none. */
export function findChromium(): string | undefined {
  const given = readChromiumPath();
  const programs = given === undefined ? NAMES.flatMap((name) => readProgramFolders().map((folder) => join(folder, name))) : [given];
  return programs.find((program) => existsSync(program));
}
