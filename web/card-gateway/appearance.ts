/** Our colours for Stripe's fields, as the page has them now (docs.stripe.com/elements/appearance-api). */
export function appearance(): object {
  const styles = getComputedStyle(document.documentElement)
  const colour = (name: string) => styles.getPropertyValue(name).trim()
  return {
    theme: document.documentElement.dataset.theme === 'dark' ? 'night' : 'stripe',
    variables: {
      colorPrimary: colour('--amber-text'),
      colorBackground: colour('--surface'),
      colorText: colour('--text'),
      colorTextSecondary: colour('--muted'),
      colorDanger: colour('--red'),
      borderRadius: '12px',
      // Smaller ones make an iPhone zoom in.
      fontSizeBase: '17px',
    },
  }
}
