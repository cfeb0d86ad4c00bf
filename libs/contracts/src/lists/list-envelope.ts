/** A page as the owning service answers it over internal HTTP; the gateway adds `object` and `url` around these bytes. */
export interface ListPage<TObject = unknown> {
  data: TObject[];
  has_more: boolean;
  /** Made by formatListCursor; null when there is nothing more that way. */
  next_cursor: string | null;
  /** Only when it was asked for. */
  total_count?: number;
}
