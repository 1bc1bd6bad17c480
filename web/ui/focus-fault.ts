/**
 * Brings the first refused field to whoever types, after the refusals have been drawn: a reader says it, a
 * keyboard goes on there.
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
