import { useWords } from '../../i18n.ts'

/** Loads the next page, while there is more. */
export function MoreButton({
  list,
}: {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
}) {
  const { t } = useWords()
  if (!list.hasNextPage) return null
  return (
    <button
      type="button"
      className="btn justify-self-center"
      aria-disabled={list.isFetchingNextPage}
      onClick={() => list.isFetchingNextPage || void list.fetchNextPage()}
    >
      {t(list.isFetchingNextPage ? 'shell.loading' : 'admin.more')}
    </button>
  )
}
