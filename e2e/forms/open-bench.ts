/** Serves the test page under the site's Content-Security-Policy. */
import type { Page } from '@playwright/test'
import { compileValidator } from '#lib/contracts/forms/validation/compile-validator.ts'
import { contentSecurityPolicy } from '#lib/protocols/http/server/content-security-policy.ts'
import { bundleBench } from './bundle.ts'

const NONCE = 'bench'

export async function openBench(page: Page, isTalkative: boolean): Promise<void> {
  const { script, style } = await bundleBench(isTalkative)
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Forms</title>
    <link rel="stylesheet" href="/bench.css"><div id="root"></div><script nonce="${NONCE}" type="module" src="/bench.js"></script></html>`
  const policy = contentSecurityPolicy(NONCE, { dev: false })
  await page.route('http://forms.test/**', async (route) => {
    const { pathname, searchParams } = new URL(route.request().url())
    if (pathname === '/bench.js') return route.fulfill({ contentType: 'text/javascript', body: script })
    if (pathname === '/bench.css') return route.fulfill({ contentType: 'text/css', body: style })
    if (pathname === '/api/validators') return route.fulfill(await validatorResponse(searchParams))
    if (pathname === '/favicon.ico') return route.fulfill({ status: 204 })
    return route.fulfill({
      contentType: 'text/html',
      headers: { 'content-security-policy': policy },
      body: html,
    })
  })
  await page.addInitScript(disableRecording)
  await page.goto('http://forms.test/')
  await page.waitForFunction(() => 'bench' in window)
}

/** As app/api/validators/route.ts answers. */
async function validatorResponse(query: URLSearchParams) {
  const body = await compileValidator(query.get('schema') ?? '', { owner: 'visitors' })
  return { contentType: 'text/javascript', body }
}

/** Disables React's development records for browser tools, which cost more than the forms. */
function disableRecording(): void {
  Object.assign(console, { timeStamp: undefined, createTask: undefined })
  Object.defineProperty(Error, 'stackTraceLimit', { get: () => 0, set: () => {} })
}
