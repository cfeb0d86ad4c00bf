import { readFileSync } from 'node:fs';

interface Snapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[]]; edge_fields: string[]; edge_types: [string[]] } };
  nodes: number[];
  edges: number[];
  strings: string[];
}

/** What a process kept in the heap of V8 when a snapshot was written. */
export class Heap {
  /** Of every string that something holds, its text; as often as there are such strings. */
  readonly texts: string[] = [];
  private readonly snapshot: Snapshot;
  private readonly nodeSize: number;
  private readonly isText: (node: number) => boolean;

  constructor(file: string) {
    this.snapshot = JSON.parse(readFileSync(file, 'utf8')) as Snapshot;
    const { meta } = this.snapshot.snapshot;
    this.nodeSize = meta.node_fields.length;
    const textTypes = new Set(['string', 'sliced string'].map((name) => meta.node_types[0].indexOf(name)));
    this.isText = (node) => textTypes.has(this.snapshot.nodes[node] ?? -1);
    for (let node = 0; node < this.snapshot.nodes.length; node += this.nodeSize) if (this.isText(node)) this.texts.push(this.textOf(node));
  }

  /** The texts that a property of this name has, in whatever object. */
  valuesOf(name: string): string[] {
    const { edges, snapshot, strings } = this.snapshot;
    const { edge_fields, edge_types } = snapshot.meta;
    const property = edge_types[0].indexOf('property');
    const values: string[] = [];
    for (let edge = 0; edge < edges.length; edge += edge_fields.length) {
      if (edges[edge] !== property || strings[edges[edge + 1] ?? 0] !== name) continue;
      const target = edges[edge + 2] ?? 0;
      if (this.isText(target)) values.push(this.textOf(target));
    }
    return values;
  }

  private textOf(node: number): string {
    return this.snapshot.strings[this.snapshot.nodes[node + 1] ?? 0] ?? '';
  }
}
