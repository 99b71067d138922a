/**
 * Journeys through the built site. `npm test` starts the site and sets its URL and browser.
 *
 * For a running site: BASE_URL is its URL, GUILDHALL_DATA_DIR its data folder, CHROMIUM_PATH a browser.
 */
import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // Site, database and sandbox share the machine: a third worker made each one slower.
  workers: 2,
  retries: 0,
  // Guards against hanging, not performance limits: the machine may be busy.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json']],
  // Node can run these files directly; transpiling them takes Playwright eight seconds.
  build: { external: ['**/lib/**', '**/bin/**', '**/components/**'] },
  use: {
    baseURL: process.env.BASE_URL ?? 'http://localhost:3000',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      // The browser contacts only the site.
      args: [
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
    contextOptions: { reducedMotion: 'reduce' },
    // Tracing slows every journey by a fifth. GUILDHALL_TRACE=1 keeps traces of failures.
    trace: process.env.GUILDHALL_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
})
