/** For `npm run bench pages`: one page at a time, and only what the measurements print. */
import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'

/** Its times are those of a browser that optimizes. */
const { launchOptions } = journeys.use ?? {}
const args = launchOptions?.args?.filter((each) => !each.startsWith('--js-flags'))

export default defineConfig(journeys, {
  testMatch: '**/*.bench.ts',
  workers: 1,
  reporter: [['null']],
  use: { trace: 'off', screenshot: 'off', launchOptions: { ...launchOptions, args } },
})
