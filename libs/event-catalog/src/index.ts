export { loadEventCatalog, type EventTypeEntry } from './event-catalog';
