export * from './list-cursor';
export * from './list-envelope';
export * from './list-query';
export * from './object-query';
