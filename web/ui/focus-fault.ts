/**
 * Focuses the first invalid field after the errors have been rendered: a screen reader announces it, a
 * keyboard continues there.
 */
export function focusFault(within: ParentNode): void {
  requestAnimationFrame(() => {
    const first =
      within.querySelector<HTMLElement>(
        '[aria-invalid="true"], [data-invalid="true"] :is(input, select, button)',
      ) ?? within.querySelector<HTMLElement>('[data-invalid="true"]')
    first?.focus({ preventScroll: true })
    first?.scrollIntoView({ block: 'center' })
  })
}
