export * from './compressed-texts';
export * from './in-flight-map';
