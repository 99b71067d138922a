/** A Chromium for the journeys: the one that is there, or one that can be brought. */
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { ROOT } from '../root.ts'

// The shell first: the whole browser draws its own windows for every page, though nobody sees them.
const SYSTEM = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const DOWNLOAD_WITHIN_MS = 300_000
const APT = 'apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium-headless-shell'

/**
 * The path of an executable. Looks at CHROMIUM_PATH, Playwright's own and the system's; then asks Playwright to
 * download one, then, as root on Debian, apt. Undefined when none of that helped.
 */
export async function ensureBrowser(log: (message: string) => void): Promise<string | undefined> {
  const found = await findBrowser()
  if (found) return found

  log('fetching a browser…')
  const playwright = path.join(ROOT, 'node_modules/@playwright/test/cli.js')
  const options = { cwd: ROOT, stdio: 'ignore' as const, timeout: DOWNLOAD_WITHIN_MS }
  spawnSync(process.execPath, [playwright, 'install', 'chromium', '--no-shell'], options)
  const downloaded = await findBrowser()
  if (downloaded) return downloaded

  if (process.getuid?.() === 0 && fs.existsSync('/usr/bin/apt-get')) {
    log('installing chromium-headless-shell with apt-get…')
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    spawnSync('/bin/sh', ['-c', APT], { ...options, env })
  }
  return findBrowser()
}

async function findBrowser(): Promise<string | undefined> {
  const { chromium } = await import('@playwright/test')
  const candidates = [process.env.CHROMIUM_PATH, chromium.executablePath(), ...SYSTEM]
  return candidates.find((file) => file && fs.existsSync(file))
}
