/** Configuration of `npm run bench pages`: one page at a time, printing only the measurements. */
import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'

/** Overrides the switch in `openProfile`, so that times are those of an ordinary browser. */
const { launchOptions } = journeys.use ?? {}
const args = [...(launchOptions?.args ?? []), '--js-flags=--opt']

export default defineConfig(journeys, {
  testMatch: '**/*.bench.ts',
  workers: 1,
  reporter: [['null']],
  use: { trace: 'off', screenshot: 'off', launchOptions: { ...launchOptions, args } },
})
