export * from './command';
export * from './errors';
export * from './ids';
export * from './ports';
export * from './public-event';
export * from './shards';
export * from './stored-event';
export * from './topics';
