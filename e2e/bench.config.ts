/** For `npm run bench pages`: one page at a time, and only what the measurements print. */
import { defineConfig } from '@playwright/test'
import journeys from './playwright.config.ts'

export default defineConfig(journeys, {
  testMatch: '**/*.bench.ts',
  workers: 1,
  reporter: [['null']],
  use: { trace: 'off', screenshot: 'off' },
})
