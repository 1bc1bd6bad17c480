import { useId } from 'react'
import type { ReactNode } from 'react'
import { useWords } from '../../i18n.ts'
import { Table } from './Table.tsx'
import type { Cells } from './Table.tsx'

/** The frame of a chart: a picture with a sentence and a table. */
export function Chart({
  title,
  sentence,
  table,
  children,
}: {
  title: string
  sentence: string
  /** Null if there is no data. */
  table: Cells | null
  children: ReactNode
}) {
  const { t } = useWords()
  const id = useId()
  return (
    <section aria-labelledby={id} className="card recap-part p-4 lg:p-5">
      <h2 id={id} className="text-xl font-extrabold">
        {title}
      </h2>
      <p className="mt-1 text-muted">{sentence}</p>
      {table && (
        <>
          {children}
          <details className="recap-table mt-2">
            <summary className="-mb-2 flex min-h-12 cursor-pointer items-center text-sm font-bold underline">
              {t('chart.table')}
            </summary>
            <Table label={title} {...table} />
          </details>
        </>
      )}
    </section>
  )
}
