export * from './eventually';
export * from './fault-proxy';
export * from './fixed-clock';
export * from './seeded-random';
export * from './test-database';
export * from './test-kafka';
