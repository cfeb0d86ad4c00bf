export * from './in-flight-map';
