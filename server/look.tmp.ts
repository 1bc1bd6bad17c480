import { writeFileSync } from 'node:fs'
import { writeInvoicePdf, writeReceiptPdf } from './billing/documents.ts'
import { readPdf } from './billing/documents/testing.ts'
const at = Date.parse('2026-11-23T05:00:00Z')
const lines = Array.from({ length: Number(process.argv[2] ?? 5) }, (_, i) => ({
  kind: 'block',
  cents: 500,
  at: at - i * 3600e3,
  credited: i === 2,
  day: null,
  block: {
    stationCode: ['VDO1', 'UFL3 Doral Same-Day', 'SAV2'][i % 3],
    startAt: at - i * 9e6,
    endAt: at - i * 9e6 + 12.6e6,
    payCents: 9000 + i * 25,
  },
}))
lines.push(
  { kind: 'instant_day', cents: 200, at, credited: false, day: '2026-11-18', block: null } as any,
  { kind: 'check_in', cents: 200, at, credited: false, day: null, block: null } as any,
)
const pay = {
  id: 'p1',
  reference: 'P-7K2M9QXW',
  state: 'paid',
  what: { kind: 'week', from: '2026-11-16', to: '2026-11-22', number: 'M-2026-000012' },
  amountCents: 2832,
  feeCents: 112,
  refundedCents: 500,
  method: { kind: 'card', brand: 'visa', last4: '4242' },
  at,
  paidAt: at + 3600e3,
  reason: null,
  action: null,
}
const base = {
  timeZone: 'America/New_York',
  variant: 'amazon',
  testMode: true,
  billedTo: { name: 'Łukasz Nguyễn Ñandú 山田 😀', email: 'lukasz@example.com' },
}
const inv: any = {
  ...base,
  number: 'M-2026-000012',
  kind: 'week',
  state: 'paid',
  from: '2026-11-16',
  to: '2026-11-22',
  tier: null,
  days: null,
  blocks: 5,
  dueCents: 2720,
  creditedCents: 500,
  leftCents: 0,
  issuedAt: at,
  paidAt: at + 3600e3,
  suspendsAt: null,
  underWay: null,
  lines,
  itemsCents: 2900,
  couponCode: 'WELCOME-10',
  couponCents: 90,
  creditsCents: 50,
  waivedCents: 40,
  payments: [pay],
  creditNotes: [{ number: 'C-2026-000001', cents: 500, at: at + 86400e3, cause: 'correction' }],
}
for (let i = 0; i < 4; i++) {
  const t1 = performance.now()
  await writeInvoicePdf(inv, 'en')
  console.log('ms', performance.now() - t1)
}
const t0 = performance.now()
const out = await writeInvoicePdf(inv, 'en')
console.log(performance.now() - t0, out.length)
writeFileSync('/tmp/look/inv-en.pdf', out)
writeFileSync(
  '/tmp/look/inv-es.pdf',
  await writeInvoicePdf(
    {
      ...inv,
      state: 'unpaid',
      payments: [],
      creditNotes: [],
      creditedCents: 0,
      leftCents: 2720,
      suspendsAt: at + 5 * 86400e3,
      paidAt: null,
      testMode: false,
    },
    'es',
  ),
)
writeFileSync('/tmp/look/rec-es.pdf', await writeReceiptPdf({ ...pay, ...base } as any, 'es'))
writeFileSync(
  '/tmp/look/rec-en.pdf',
  await writeReceiptPdf(
    {
      ...pay,
      ...base,
      refundedCents: 0,
      testMode: false,
      what: { kind: 'subscription', tier: 'professional', days: 14, number: 'M-2026-000013' },
    } as any,
    'en',
  ),
)
const r = readPdf(out)
console.log(r.title, r.language, r.createdAt)
console.log(r.pages)
