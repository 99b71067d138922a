/**
 * Journeys through the built site. `npm test` starts it and says where it is and which browser to use.
 *
 * Against a site that runs already: BASE_URL is its address, GUILDHALL_DATA_DIR its data folder, CHROMIUM_PATH a
 * browser.
 */
import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  // The site, its database and the sandbox share the machine with the browsers: a third made each of them slower.
  workers: 2,
  retries: 0,
  // Guards against hanging, not measures of speed: the machine may be busy.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json']],
  // What Node reads by itself need not be written anew by Playwright, which takes it eight seconds.
  build: { external: ['**/lib/**', '**/bin/**', '**/components/**'] },
  use: {
    baseURL: process.env.BASE_URL ?? 'http://localhost:3000',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      // A browser that talks to the site, and to nobody else.
      args: [
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
    contextOptions: { reducedMotion: 'reduce' },
    // Recording costs every journey a fifth of its time. GUILDHALL_TRACE=1 records, and keeps what failed.
    trace: process.env.GUILDHALL_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
  },
})
