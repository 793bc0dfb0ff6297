/** Called regularly during long work: how much of a total is done, in rows, matches or bytes. */
export type OnProgress = (done: number, total: number) => void;
