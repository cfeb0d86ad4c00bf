export * from './address-rules';
export * from './attempt-errors';
export * from './custom-headers';
export * from './destination-rules';
export * from './destination-url';
export * from './event-catalog';
export * from './event-filters';
export * from './events';
