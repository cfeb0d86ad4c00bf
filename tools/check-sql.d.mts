export declare function findSql(file: string, source: string): string[];
export declare function isRoomForSql(file: string): boolean;
