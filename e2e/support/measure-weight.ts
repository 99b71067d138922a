import type { Page } from '@playwright/test'

export type PageWeight = { scriptKib: number; fontKib: number; styleKib: number; documentKib: number }

/** Opens a page as on a first visit and measures what was sent, compressed, until it is hydrated. */
export async function measureWeight(page: Page, address: string): Promise<PageWeight> {
  const protocol = await page.context().newCDPSession(page)
  await protocol.send('Network.enable')
  await protocol.send('Network.setCacheDisabled', { cacheDisabled: true })
  const kinds = new Map<string, string>()
  const bytes = new Map<string, number>()
  protocol.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  protocol.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId) ?? ''
    bytes.set(kind, (bytes.get(kind) ?? 0) + encodedDataLength)
  })
  await page.goto(address)
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  await protocol.detach()
  const kib = (kind: string) => Math.round((bytes.get(kind) ?? 0) / 1024)
  return {
    scriptKib: kib('Script'),
    fontKib: kib('Font'),
    styleKib: kib('Stylesheet'),
    documentKib: kib('Document'),
  }
}
