/** How a list is read page by page. */
export interface Paging {
  /** The field of an answer that has the items. */
  readonly items: string;
  /** The field of the query that says where the next page begins. */
  readonly after: string;
  /** Fields of an answer that may say it; the first that is there counts. */
  readonly next?: readonly string[];
  /** In place of `next`: the field of the last item, as long as the answer has `hasMore`. */
  readonly last?: string;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * A request for a list. Awaited it is one page, as the server answers it; `for await` walks over the items of this page and
 * all further ones. Nothing is sent before one of the two.
 */
export class ListRequest<Answer, Item> implements Promise<Answer>, AsyncIterable<Item> {
  readonly [Symbol.toStringTag] = 'ListRequest';
  readonly #fetchPage: (changes: Fields) => Promise<Answer>;
  readonly #paging: Paging;
  #first: Promise<Answer> | null = null;

  constructor(fetchPage: (changes: Fields) => Promise<Answer>, paging: Paging) {
    this.#fetchPage = fetchPage;
    this.#paging = paging;
  }

  // biome-ignore lint/suspicious/noThenProperty: awaiting it is what sends it
  then<Done = Answer, Failed = never>(
    onDone?: ((answer: Answer) => Done | PromiseLike<Done>) | null,
    onFailed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Done | Failed> {
    return this.#firstPage().then(onDone, onFailed);
  }

  catch<Failed = never>(
    onFailed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Answer | Failed> {
    return this.#firstPage().catch(onFailed);
  }

  finally(onEnd?: (() => void) | null): Promise<Answer> {
    return this.#firstPage().finally(onEnd);
  }

  async *pages(): AsyncGenerator<Answer, void, undefined> {
    let page = await this.#firstPage();
    for (let at: unknown = null; ; ) {
      yield page;
      const next = this.#cursorAfter(page as Fields);
      // A server that gives the same place again would be asked for ever.
      if (next === null || next === at) return;
      at = next;
      page = await this.#fetchPage({ [this.#paging.after]: next });
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* this.#itemsOf(page as Fields);
  }

  #firstPage(): Promise<Answer> {
    this.#first ??= this.#fetchPage({});
    return this.#first;
  }

  #itemsOf(page: Fields): readonly Item[] {
    const items = page[this.#paging.items];
    return Array.isArray(items) ? items : [];
  }

  #cursorAfter(page: Fields): unknown {
    const { next, last } = this.#paging;
    if (last !== undefined) {
      const item = this.#itemsOf(page).at(-1) as Fields | undefined;
      return page.hasMore === true ? (item?.[last] ?? null) : null;
    }
    return next?.map((name) => page[name] ?? null).find((place) => place !== null) ?? null;
  }
}
