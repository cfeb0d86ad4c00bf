export * from './audit-entry.resource';
