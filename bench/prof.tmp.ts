import { fork } from 'node:child_process'
import { once } from 'node:events'
const n = Number(process.argv[2])
const mock = fork(new URL('./hot/mock.ts', import.meta.url))
const [{ url }] = await once(mock, 'message') as any
const c = fork(new URL('./hot/ours.ts', import.meta.url), { execArgv: ['--cpu-prof', '--cpu-prof-dir=/tmp/prof', '--expose-gc'] })
c.send({ url, drivers: n, warmMs: 2000, measureMs: 5000 })
await once(c, 'message'); const [r] = await once(c, 'message') as any
console.log(n, r.cpuSeconds * 1e6 / r.polls)
await once(c, 'exit'); mock.kill()
