export * from './event-catalog';
export * from './event-filters';
export * from './events';
