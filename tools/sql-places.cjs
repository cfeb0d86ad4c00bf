/**
 * Where SQL may stand, as one regular expression: the libs that own tables, the folders of a service that are named for tables,
 * and, in the folder of an aggregate, its list and its `*.table.ts` files. The gateway keeps its aggregates below `accounts/`, people below `people/`, and OAuth below `oauth/`. The check of SQL and that of imports both read it.
 */
const LIBS = 'libs/(event-store|listing|personal-data|embedded|testing)/';
const FOLDERS = 'apps/[^/]+/src/(accounts/)?(migrations|tables|vault|feed|delivery-queue|stats)/';
const AGGREGATE_FILES = 'apps/[^/]+/src/((accounts|oauth|people)/)?[^/]+/(list|[^/]+\\.table)\\.ts$';

module.exports.SQL_PLACES = `^(${LIBS}|${FOLDERS}|${AGGREGATE_FILES})`;
