export declare function findSql(file: string, source: string): string[];
export declare function mayHoldSql(file: string): boolean;
