export declare const EARLIER: string;
export declare function hasEarlierVersion(root: string): boolean;
