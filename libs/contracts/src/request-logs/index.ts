export * from './request-log.resource';
