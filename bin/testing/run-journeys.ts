/**
 * The journeys: the built site, started as anybody starts it, and a browser that uses it.
 *
 * It has a data folder, a database and a port of its own, so a site that runs in the same checkout is left alone.
 */
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../free-port.ts'
import { ROOT } from '../root.ts'
import { readRunFile } from '../run-file.ts'
import { untilAnswers } from '../supervisor/answers.ts'
import { endChild } from '../supervisor/part.ts'
import { countTests } from './count-tests.ts'
import { ensureBrowser } from './ensure-browser.ts'
import { ensureBuild } from './ensure-build.ts'
import { runProgram } from './run-program.ts'
import type { Screen } from './screen.ts'
import type { Tally } from './tally.ts'

const READY_WITHIN_MS = 180_000

type Report = { stats: { expected: number; unexpected: number; flaky: number }; errors: unknown[] }

export async function runJourneys(screen: Screen): Promise<Tally> {
  const { log } = screen
  const browser = await ensureBrowser(log)
  if (!browser) {
    const reason = 'no Chromium was found or could be fetched; install one, or set CHROMIUM_PATH'
    return { passed: 0, failed: 0, skipped: { count: countTests('.spec.ts'), reason } }
  }
  const distDir = await ensureBuild(log)
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-e2e-'))
  const port = await freePort()
  // For the site, and for journeys that find things ready: never somebody's own database or address.
  const own = { DATABASE_URL: '', NEXTAUTH_URL: '', GUILDHALL_DATA_DIR: folder }
  const env = { ...process.env, ...own, HOST: '', PORT: String(port), GUILDHALL_DIST_DIR: distDir }
  const logFile = path.join(folder, 'site.log')
  const out = fs.openSync(logFile, 'w')
  const site = spawn(process.execPath, [path.join(ROOT, 'bin/start.ts')], {
    env,
    stdio: ['ignore', out, out, 'ipc'],
  })
  try {
    const url = `http://127.0.0.1:${port}`
    await untilAnswers(url, () => site, READY_WITHIN_MS)
    // It says where everything is only when it has found itself to answer.
    while (!readRunFile(folder) && site.exitCode === null) await sleep(50)
    return await runPlaywright(screen, folder, { ...own, BASE_URL: url, CHROMIUM_PATH: browser })
  } catch (error) {
    log(`${(error as Error).message}\n${fs.readFileSync(logFile, 'utf8').split('\n').slice(-30).join('\n')}`)
    return { passed: 0, failed: 1 }
  } finally {
    await endChild(site)
    fs.closeSync(out)
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

async function runPlaywright(screen: Screen, folder: string, env: Record<string, string>): Promise<Tally> {
  const file = path.join(folder, 'report.json')
  const args = ['test', '-c', 'e2e/playwright.config.ts']
  const code = await runProgram(screen, 'node_modules/@playwright/test/cli.js', args, {
    ...env,
    PLAYWRIGHT_JSON_OUTPUT_NAME: file,
  })
  if (!fs.existsSync(file)) return { passed: 0, failed: 1 }
  const { stats }: Report = JSON.parse(fs.readFileSync(file, 'utf8'))
  const failed = stats.unexpected
  return { passed: stats.expected + stats.flaky, failed: code !== 0 && failed === 0 ? 1 : failed }
}
