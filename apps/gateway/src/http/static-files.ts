import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from './api-error';

/** One file of a page, whole: there are few, and they are small. */
export interface StaticFile {
  contentType: string;
  content: Buffer;
  /** Changes with the content. */
  etag: string;
}

/** Names of files, by the folder in which they lie. */
export type FilesByFolder = Readonly<Record<string, readonly string[]>>;

/** Asked again each time, answered by 304 while it is the same: after an update no page runs with half of the old files. */
export const ALWAYS_ASK = 'no-cache';

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/** The files behind some pages: those that are listed, and no other that lies there. */
export class StaticFiles {
  private readonly read = new Map<string, Promise<StaticFile>>();

  constructor(private readonly folders: FilesByFolder) {}

  /** Every name. */
  get names(): string[] {
    return Object.values(this.folders).flat();
  }

  /** A file by its name, read once; undefined for any other name. @throws Error when the build has left it out. */
  find(name: string): Promise<StaticFile> | undefined {
    const folder = Object.entries(this.folders).find(([, names]) => names.includes(name))?.[0];
    if (folder === undefined) return undefined;
    const file = this.read.get(name) ?? readStaticFile(join(folder, name));
    this.read.set(name, file);
    return file;
  }

  /** Answers with a file, or that the browser has it. @throws ApiError resource_missing. */
  async send(name: string, { headers }: Pick<FastifyRequest, 'headers'>, reply: FastifyReply): Promise<void> {
    const file = await this.find(name);
    if (file === undefined) throw new ApiError('resource_missing', { param: 'file' });
    void reply.headers({ 'cache-control': ALWAYS_ASK, etag: file.etag });
    if (headers['if-none-match'] === file.etag) return void reply.code(304).send();
    void reply.header('content-type', file.contentType).send(file.content);
  }
}

async function readStaticFile(path: string): Promise<StaticFile> {
  const content = await readFile(path);
  const contentType = TYPES[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
  return { contentType, content, etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"` };
}
