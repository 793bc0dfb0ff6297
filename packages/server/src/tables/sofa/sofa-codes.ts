import { createHmac } from 'node:crypto';
import { SOFA_LETTERS } from '@tablier/protocol';
import type { ServerKey } from '../../accounts/signatures.ts';
import type { TableState } from '../state/table-state.ts';

const CODE_BYTES = 12;
const LETTERS = 4;

/** The codes of tables with a shared screen. They are derived from a secret of the server, so none is stored and all nodes know them. */
export class SofaCodes {
  readonly #key: ServerKey;

  constructor(key: ServerKey) {
    this.#key = key;
  }

  async open(): Promise<SofaKey> {
    return new SofaKey(await this.#key.get());
  }
}

export class SofaKey {
  readonly #secret: string;

  constructor(secret: string) {
    this.#secret = secret;
  }

  /** Leads to the table. Others may find it by trying, so it gives no more than the link of the table does. */
  readonly ofTable = (table: string): string =>
    Array.from(this.#digest(['table', table]).subarray(0, LETTERS), (byte) =>
      SOFA_LETTERS.charAt(byte % SOFA_LETTERS.length),
    ).join('');

  /** Gives the chair to who uses it. It ends when the chair changes, so it counts once. */
  readonly ofChair = ({ id, chairsAt }: Pick<TableState, 'id' | 'chairsAt'>, chair: number): string =>
    this.#digest(['chair', id, chair, chairsAt[chair] ?? 0])
      .subarray(0, CODE_BYTES)
      .toString('base64url');

  #digest(content: readonly (string | number)[]): Buffer {
    return createHmac('sha256', this.#secret).update(JSON.stringify(content)).digest();
  }
}
