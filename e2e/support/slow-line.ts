import type { Page } from '@playwright/test'

/** Makes every request of the page as slow as on a mobile line, with nothing in the cache. */
export async function slowDown(page: Page, line: { kilobytes: number; latencyMs: number }): Promise<void> {
  const protocol = await page.context().newCDPSession(page)
  await protocol.send('Network.enable')
  await protocol.send('Network.setCacheDisabled', { cacheDisabled: true })
  await protocol.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.latencyMs,
    downloadThroughput: line.kilobytes * 1_000,
    uploadThroughput: line.kilobytes * 1_000,
  })
}
