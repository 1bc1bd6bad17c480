/** What gateway, API and harness know each other by. */
export const KEYS = {
  secretKey: 'sk_test_money_storm',
  publishableKey: 'pk_test_money_storm',
  webhookSecret: 'whsec_money_storm',
}
/** Who gives money back and makes coupons. */
export const OPERATOR = 'olga@example.com'
/** Everybody's here: what is proven is money, not passwords. */
export const PASSWORD = 'correct horse battery'
