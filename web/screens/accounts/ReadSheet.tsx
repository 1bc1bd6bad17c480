import { Suspense, lazy, useState } from 'react'
import { useWords } from '../../i18n.ts'
import { LateSheet } from '../../ui/LateSheet.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import type { Reading } from './Reader.tsx'

const Reader = lazy(() => import('./Reader.tsx').then((module) => ({ default: module.Reader })))

/**
 * The terms or the privacy policy over the form, so that no input is lost while reading, including the
 * password.
 */
export function ReadSheet({ reading, onClose }: { reading: Reading | null; onClose: () => void }) {
  const { t } = useWords()
  // Stays readable while the sheet slides out.
  const [last, setLast] = useState<Reading>('terms')
  if (reading !== null && reading !== last) setLast(reading)
  return (
    <LateSheet
      open={reading !== null}
      onOpenChange={(open) => open || onClose()}
      title={t(last === 'terms' ? 'title.termsandcondition' : 'title.privacy-policy')}
      footer={
        <button type="button" className="act" onClick={onClose}>
          {t('register.read_done')}
        </button>
      }
    >
      <Suspense fallback={<SkeletonRows rows={4} />}>
        <Reader reading={last} />
      </Suspense>
    </LateSheet>
  )
}
