import type { CardList } from "../catalogue/catalogue-view.ts";

/** Some cards of a list in another order; reads a card when it is shown. */
export class PickedCards {
  readonly #cards: CardList;
  readonly #rows: Uint32Array;

  constructor(cards: CardList, rows: Uint32Array) {
    this.#cards = cards;
    this.#rows = rows;
  }

  get length(): number {
    return this.#rows.length;
  }

  slice(from?: number, to?: number) {
    return [...this.#rows.subarray(from, to)].flatMap((row) => this.#cards.slice(row, row + 1));
  }
}
