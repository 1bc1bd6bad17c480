import { useWords } from '../../../i18n.ts'

/** What demo accounts come to: part of the figures in a demo, left out elsewhere; nothing without any. */
export function DemoShare({ demo }: { demo: { netCents: number; counted: boolean } }) {
  const { t, money } = useWords()
  if (demo.netCents === 0) return null
  const amount = money(demo.netCents)
  return (
    <p className="tnum text-sm text-muted">
      {t(demo.counted ? 'accounting.demo_counted' : 'accounting.demo_left_out', { amount })}
    </p>
  )
}
