import { IconRoadSign } from '@tabler/icons-react'

/** The text of an empty list. */
export function Nothing({ title, text }: { title: string; text: string }) {
  return (
    <div className="card grid justify-items-center gap-1 px-6 py-10 text-center">
      <IconRoadSign size={36} className="text-muted" aria-hidden />
      <p className="text-lg font-extrabold">{title}</p>
      <p className="max-w-[36ch] text-muted">{text}</p>
    </div>
  )
}
