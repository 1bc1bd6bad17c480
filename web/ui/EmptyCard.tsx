import type { Icon as TablerIcon } from '../icons/icon.ts'

/** A list that has nothing in it: what would stand here. */
export function EmptyCard({ icon: Icon, title, text }: { icon: TablerIcon; title: string; text?: string }) {
  return (
    <div className="card grid justify-items-center gap-1 px-6 py-10 text-center">
      <Icon size={36} className="text-muted" aria-hidden />
      <p className="text-lg font-extrabold">{title}</p>
      {text && <p className="max-w-[36ch] text-muted">{text}</p>}
    </div>
  )
}
