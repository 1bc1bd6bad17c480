import type { OperatorList } from '@madruga/core/contract.ts'
import { downloadAddress } from '../../downloads.ts'
import { useWords } from '../../i18n.ts'

/** Downloads a list as CSV, filtered as it is shown. */
export function ExportLink({
  list,
  text,
  state,
  label,
}: {
  list: OperatorList
  text?: string | undefined
  state?: string | null
  label?: string
}) {
  const { t, language } = useWords()
  const href = downloadAddress('operator.csv', {
    list,
    language,
    ...(text && { text }),
    ...(state && { state }),
  })
  return (
    <a
      href={href}
      download
      className="inline-flex min-h-12 items-center justify-self-start font-bold underline"
    >
      {label ?? t('find.export')}
    </a>
  )
}
