import { chromium } from '@playwright/test'

const base = process.argv[2]!
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium-headless-shell',
  args: ['--no-sandbox'],
})
const pages = process.env.PAGES?.split(',') ?? ['/', '/guildhall/text_tools/text_statistics']
async function ctxFor(signIn: boolean) {
  const context = await browser.newContext({ baseURL: base })
  if (signIn) {
    const page = await context.newPage()
    await page.goto('/sign-in')
    await page.getByLabel('Email').fill(process.env.EMAIL!)
    await page.getByLabel('Password').fill(process.env.PASSWORD!)
    await page.waitForTimeout(1000)
    await page.getByRole('button', { name: /^Sign in/ }).click()
    await page.waitForURL((u) => !u.pathname.includes('sign-in'))
    await page.close()
  }
  return context
}
for (const at of pages) {
  const signed = ['/publish', '/vault', '/plans', '/runs'].includes(at)
  const context = await ctxFor(signed && !!process.env.EMAIL)
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true })
  const types = new Map<string, { type: string; url: string }>()
  const sums: Record<string, number> = {}
  const files: [number, string][] = []
  cdp.on('Network.responseReceived', (e) => types.set(e.requestId, { type: e.type, url: e.response.url }))
  cdp.on('Network.loadingFinished', (e) => {
    const t = types.get(e.requestId)
    if (!t) return
    sums[t.type] = (sums[t.type] ?? 0) + e.encodedDataLength
    if (t.type === 'Script') files.push([e.encodedDataLength, t.url.split('/').pop()!])
  })
  await page.goto(at, { waitUntil: 'load' })
  await page.waitForTimeout(2500)
  console.log(
    at.padEnd(42),
    Object.entries(sums)
      .map(([t, n]) => `${t} ${(n / 1024).toFixed(0)}`)
      .join('  '),
    new URL(page.url()).pathname,
  )
  if (process.env.FILES)
    for (const [n, f] of files.sort((a, b) => b[0] - a[0]).slice(0, 14))
      console.log('    ', (n / 1024).toFixed(1), f)
  await context.close()
}
await browser.close()
