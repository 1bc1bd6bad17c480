import { startProduct } from './product.ts'
import { launchBrowser } from './browser.ts'
import { signInByForm, waitForOffers } from './steps.ts'
import { ANA } from './cast.ts'
const product = await startProduct()
const browser = await launchBrowser()
try {
  const context = await browser.newContext({ viewport: { width: 412, height: 823 }, serviceWorkers: process.argv[3] === 'sw' ? 'allow':'block' })
  const page = await context.newPage()
  await page.goto(product.url+'/#/login')
  if (process.argv[2] === 'home') { await signInByForm(page, ANA, 'en'); await waitForOffers(page,'en') }
  await page.waitForTimeout(3000)
  const cdp = await context.newCDPSession(page)
  await cdp.send('Profiler.enable'); await cdp.send('Profiler.setSamplingInterval',{interval:200})
  await cdp.send('Network.clearBrowserCache'); await cdp.send('Network.enable'); await cdp.send('Network.setCacheDisabled',{cacheDisabled:true})
  await cdp.send('Emulation.setCPUThrottlingRate',{rate:4})
  await page.goto('about:blank')
  await cdp.send('Profiler.start')
  await page.goto(product.url + (process.argv[2]==='home' ? '/#/home' : process.argv[2]==='landing' ? '/' : '/#/login'))
  await page.waitForTimeout(Number(process.argv[4]??6000))
  const { profile } = await cdp.send('Profiler.stop') as any
  const byId = new Map<number, any>(profile.nodes.map((n:any)=>[n.id,n]))

  const parent = new Map<number,number>(); for (const n of profile.nodes) for (const c of n.children??[]) parent.set(c,n.id)
  const nameOf = (n:any)=>`${n.callFrame.functionName||'(anon)'}:${n.callFrame.lineNumber}`
  const isIdle = (id:number) => ['(idle)','(program)'].includes(byId.get(id).callFrame.functionName)
  let t = profile.startTime, runs: any[] = [], cur: any = null, idle = 0
  profile.samples.forEach((id:number,i:number)=>{ t += profile.timeDeltas[i]; const d = profile.timeDeltas[i]/1000
    if (isIdle(id)) { idle += d; if (idle > 3) { cur = null } if (cur) cur.ms += d; return }
    idle = 0
    if (!cur) { cur = { at: (t-profile.startTime)/1000, ms: 0, total: new Map() }; runs.push(cur) }
    cur.ms += d
    const seen=new Set<string>(); for (let x:number|undefined=id;x!==undefined;x=parent.get(x)) { const k=nameOf(byId.get(x)); if(!seen.has(k)){seen.add(k); cur.total.set(k,(cur.total.get(k)??0)+d)} }
  })
  for (const r of runs.filter((r)=>r.ms>45)) console.log(`AT ${r.at.toFixed(0)} ${r.ms.toFixed(0)}ms\n` + [...r.total].sort((a:any,b:any)=>b[1]-a[1]).slice(0,Number(process.argv[5]??40)).map(([k,v]:any)=>`  ${v.toFixed(0)} ${k}`).join('\n'))
} finally { await browser.close(); await product.stop() }
