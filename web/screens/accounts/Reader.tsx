import { Failed } from '../../ui/Failed.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { useDocument } from '../help/use-document.ts'
import type { DocumentName } from '../help/content.ts'
import { Prose } from '../help/Prose.tsx'
import '../help/help.css'

export type Reading = DocumentName

/** A document without the navigation of its own page. */
export function Reader({ reading }: { reading: Reading }) {
  const content = useDocument(reading)
  if (content.isError) return <Failed error={content.error} onRetry={() => void content.refetch()} />
  if (!content.data) return <SkeletonRows rows={4} />
  const { intro, sections } = content.data
  return (
    <article className="grid gap-5 pb-2">
      <Prose text={intro} />
      {Object.entries(sections).map(([id, { title, text }], index) => (
        <section key={id} className="grid gap-1.5">
          <h3 className="text-lg font-extrabold leading-snug">
            {index + 1}. {title}
          </h3>
          <Prose text={text} />
        </section>
      ))}
    </article>
  )
}
