/** Prints what first visits receive and how long forms take, for `npm run bench pages`. */
import { openBench } from './forms/open-bench.ts'
import { test } from './support/fixtures.ts'
import { measureWeight } from './support/measure-weight.ts'
import { TEXT_STATISTICS } from './support/quick-execute-page.ts'
import { slowDown } from './support/slow-line.ts'
import { openNewDraft } from './support/studio-page.ts'

test('pages', async ({ page, signIn }) => {
  for (const address of ['/', TEXT_STATISTICS, '/sign-in', '/docs']) await print(address)
  await signIn('publisher')
  const { path } = await openNewDraft(page)
  await print('/vault')
  await print(path, '/publish/[draft]')

  async function print(address: string, label = address): Promise<void> {
    const weight = await measureWeight(page, address)
    const { paintMs, shift } = await page.evaluate(async () => ({
      paintMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
      shift: await new Promise<number>((resolve) => {
        const seen = new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value: number })[]
          resolve(shifts.reduce((sum, { value }) => sum + value, 0))
        })
        seen.observe({ type: 'layout-shift', buffered: true })
        // The observer is not called if there are no shifts.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)))
      }),
    }))
    const { scriptKib, fontKib, styleKib, documentKib } = weight
    const sizes = `${scriptKib} KiB scripts, ${fontKib} fonts, ${styleKib} styles, ${documentKib} document`
    console.log(
      `  ${label}: ${sizes}; first paint ${paintMs.toFixed(0)} ms, layout shift ${shift.toFixed(3)}`,
    )
  }
})

test('a slow line', async ({ context }) => {
  for (const address of [TEXT_STATISTICS, '/northlight/design_checks/type_scale']) {
    const page = await context.newPage()
    await slowDown(page, { kilobytes: 50, latencyMs: 400 })
    const startedAt = performance.now()
    const elapsed = () => `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`
    await page.goto(address, { waitUntil: 'commit' })
    await page.getByRole('region', { name: 'Input', exact: true }).waitFor()
    const shown = elapsed()
    await page.locator('form:not([data-early]) button[type=submit]').waitFor({ timeout: 60_000 })
    console.log(
      `  ${address} at 50 KB/s: the form can be filled in and sent after ${shown}, its scripts work after ${elapsed()}`,
    )
    await page.close()
  }
})

test('forms', async ({ page }) => {
  await openBench(page, false)
  for (const count of [5, 50, 500, 5_000]) {
    const fields = Array.from({ length: count }, (_, index) => [
      `field_${index}`,
      index % 2 === 0 ? { type: 'string' } : { type: 'integer', minimum: 0 },
    ])
    const properties = Object.fromEntries(fields)
    // All are required, because optional fields are collapsed.
    const schema = JSON.stringify({ type: 'object', properties, required: Object.keys(properties) })
    const { drawMs, keyMs } = await page.evaluate((text) => window.bench.measure(text), schema)
    console.log(
      `  a form of ${count} fields: drawn in ${drawMs.toFixed(0)} ms, a key takes ${keyMs.toFixed(1)} ms`,
    )
  }
})
