/** For `npm run bench pages`: one page at a time, and only what the measurements print. */
import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'

/** A later switch wins over that of `openProfile`: the times are those of a usual browser. */
const { launchOptions } = journeys.use ?? {}
const args = [...(launchOptions?.args ?? []), '--js-flags=--opt']

export default defineConfig(journeys, {
  testMatch: '**/*.bench.ts',
  workers: 1,
  reporter: [['null']],
  use: { trace: 'off', screenshot: 'off', launchOptions: { ...launchOptions, args } },
})
