import { runHot } from './hot/run.ts'
const [v, n, w, m] = process.argv.slice(2)
console.log(await runHot(v as 'ours', Number(n), { warmMs: Number(w), measureMs: Number(m) }))
