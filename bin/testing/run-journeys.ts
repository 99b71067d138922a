/** Each run has its own data folder, database and port. */
import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { stripVTControlCharacters } from 'node:util'
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'
import { buildIfStale, isBuilt } from '../server/build/build-if-stale.ts'
import { readRunFile } from '../server/installation/run-file.ts'
import { findFreePort } from '../server/runtime/free-port.ts'
import { PROJECT_ROOT } from '../server/runtime/project-root.ts'
import { waitForResponse } from '../server/supervisor/site-health.ts'
import { endChild } from '../server/supervisor/supervised-process.ts'
import { openRepositoryHost, type RepositoryHost } from './repository-host.ts'
import { runProgram, type Screen } from './run-program.ts'
import { sharePythonSnapshot } from './share-python-snapshot.ts'
import type { TestTally } from './test-tally.ts'

const READY_WITHIN_MS = 180_000

const MESSAGE_LINES = 12

/** Nothing listens on the port of the discard protocol. */
const CLOSED_REGISTRY = 'http://127.0.0.1:9/'

export async function runJourneys(screen: Screen): Promise<TestTally> {
  const browser = await ensureBrowser(screen.log)
  if (!browser)
    return { passed: 0, failed: 0, skipped: [{ count: countTests('.spec.ts'), reason: NO_BROWSER }] }
  return withBuiltSite(screen.log, { passed: 0, failed: 1 }, (folder, env) =>
    runPlaywright(screen, folder, { ...env, CHROMIUM_PATH: browser }),
  )
}

export const NO_BROWSER = 'no Chromium was found or could be fetched; install one, or set CHROMIUM_PATH'

/** If the site does not start, logs why and returns `failed`. */
export async function withBuiltSite<Result>(
  log: (message: string) => void,
  failed: Result,
  use: (folder: string, env: Record<string, string>) => Promise<Result>,
): Promise<Result> {
  const distDir = await ensureBuild(log)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-e2e-'))
  const port = await findFreePort()
  sharePythonSnapshot(folder)
  const repositories = await openHarbour()
  // Replaces the developer's settings.
  const own = {
    ...{ DATABASE_URL: '', NEXTAUTH_URL: '', GUILDHALL_DATA_DIR: folder },
    // Otherwise skills with packages would join the demo market at some time during the journeys.
    GUILDHALL_PACKAGE_REGISTRY: CLOSED_REGISTRY,
    GUILDHALL_REPOSITORIES: repositories.url,
  }
  const env = { ...process.env, ...own, HOST: '', PORT: String(port), GUILDHALL_DIST_DIR: distDir }
  const logFile = path.join(folder, 'site.log')
  const out = fs.openSync(logFile, 'w')
  const site = spawn(process.execPath, [path.join(PROJECT_ROOT, 'bin/start.ts')], {
    env,
    stdio: ['ignore', out, out, 'ipc'],
  })
  try {
    const url = `http://127.0.0.1:${port}`
    await waitForResponse(url, () => site, READY_WITHIN_MS)
    // The file appears when the site is healthy.
    while (!readRunFile(folder) && site.exitCode === null) await sleep(50)
    return await use(folder, { ...own, BASE_URL: url })
  } catch (error) {
    log(`${(error as Error).message}\n${fs.readFileSync(logFile, 'utf8').split('\n').slice(-30).join('\n')}`)
    return failed
  } finally {
    await endChild(site)
    await repositories.close()
    fs.closeSync(out)
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** What journeys import instead of a repository on GitHub: two skills, of which one states no licence. */
async function openHarbour(): Promise<RepositoryHost> {
  const host = await openRepositoryHost()
  const markdown = (name: string, more = '') =>
    `---\nname: ${name}\ndescription: Knows all about ${name}.\n${more}---\n\nTell what you know.\n`
  host.addRepository('ada/harbour', {
    'skills/harbour-tides/SKILL.md': markdown('harbour-tides', 'license: MIT\n'),
    'skills/harbour-tides/scripts/count.py': 'import sys\n\nprint(len(sys.argv) - 1)\n',
    'skills/harbour-knots/SKILL.md': markdown('harbour-knots'),
  })
  return host
}

async function runPlaywright(
  screen: Screen,
  folder: string,
  env: Record<string, string>,
): Promise<TestTally> {
  const file = path.join(folder, 'report.json')
  const args = ['test', '-c', 'e2e/playwright.config.ts']
  const code = await runProgram(screen, 'node_modules/@playwright/test/cli.js', args, {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
  if (!fs.existsSync(file)) return { passed: 0, failed: 1 }
  const { stats, suites }: JSONReport = JSON.parse(fs.readFileSync(file, 'utf8'))
  const failed = stats.unexpected
  return {
    passed: stats.expected + stats.flaky,
    failed: code !== 0 && failed === 0 ? 1 : failed,
    failures: suites.flatMap(listFailures),
  }
}

function listFailures({ specs, suites = [] }: JSONReportSuite): string[] {
  const failures = specs
    .filter(({ ok }) => !ok)
    .map(({ file, line, title, tests }) => {
      const { message = '' } = tests.at(-1)?.results.at(-1)?.error ?? {}
      const lines = stripVTControlCharacters(message).split('\n').slice(0, MESSAGE_LINES)
      return `e2e/${file}:${line}: ${[title, ...lines].join('\n    ')}`
    })
  return [...failures, ...suites.flatMap(listFailures)]
}

// The headless shell is first, because it has no windows.
const SYSTEM = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const DOWNLOAD_WITHIN_MS = 300_000

/** Tries CHROMIUM_PATH, Playwright's, the system's, a download, then apt. Returns undefined if all fail. */
export async function ensureBrowser(log: (message: string) => void): Promise<string | undefined> {
  const found = await findBrowser()
  if (found) return found

  log('fetching a browser…')
  const playwright = path.join(PROJECT_ROOT, 'node_modules/@playwright/test/cli.js')
  const options = { cwd: PROJECT_ROOT, stdio: 'ignore' as const, timeout: DOWNLOAD_WITHIN_MS }
  spawnSync(process.execPath, [playwright, 'install', 'chromium', '--no-shell'], options)
  const downloaded = await findBrowser()
  if (downloaded) return downloaded

  installPackage('chromium-headless-shell', log)
  return findBrowser()
}

async function findBrowser(): Promise<string | undefined> {
  const { chromium } = await import('@playwright/test')
  const candidates = [process.env.CHROMIUM_PATH, chromium.executablePath(), ...SYSTEM]
  return candidates.find((file) => file && fs.existsSync(file))
}

const INSTALL_WITHIN_MS = 300_000

/** Another phase may be using apt. */
const APT = 'apt-get -o DPkg::Lock::Timeout=120'

/** Installs Chromium as root on Debian. Does nothing elsewhere, and when it fails. */
export function installPackage(name: string, log: (message: string) => void): void {
  if (process.getuid?.() !== 0 || !fs.existsSync('/usr/bin/apt-get')) return
  log(`installing ${name} with apt-get…`)
  const script = `${APT} update -qq && ${APT} install -y -qq --no-install-recommends ${name}`
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('/bin/sh', ['-c', script], { env, stdio: 'ignore', timeout: INSTALL_WITHIN_MS })
}

const FOLDERS = ['app', 'bin', 'components', 'e2e', 'lib', 'prisma', 'sandboxd']
const TEST = /^\s*test(\.each)?\b/gm

export function countTests(ending: string, files = listTestFiles(ending)): number {
  return files.reduce((count, file) => count + (fs.readFileSync(file, 'utf8').match(TEST)?.length ?? 0), 0)
}

export function listTestFiles(ending: string, folders = FOLDERS): string[] {
  return folders
    .flatMap((folder) => listFiles(path.join(PROJECT_ROOT, folder)))
    .filter((file) => file.endsWith(ending))
}

function listFiles(folder: string): string[] {
  if (!fs.existsSync(folder)) return []
  return fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name))
}

const OWN_BUILD = '.next-test'

let build: Promise<string> | undefined

/** Builds the site, unless the build of `npm start` is up to date. Returns the folder for GUILDHALL_DIST_DIR. */
export function ensureBuild(log: (message: string) => void): Promise<string> {
  build ??= findOrMake(log)
  return build
}

async function findOrMake(log: (message: string) => void): Promise<string> {
  if (isBuilt('.next')) return '.next'
  await buildIfStale({ log, distDir: OWN_BUILD })
  return OWN_BUILD
}
