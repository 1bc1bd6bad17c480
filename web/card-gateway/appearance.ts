/** Our colors for Stripe's fields, read from the page (docs.stripe.com/elements/appearance-api). */
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
      // Smaller fonts make an iPhone zoom in.
      fontSizeBase: '17px',
    },
  }
}
