import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { ensureBrowser, NO_BROWSER, withBuiltSite } from '../testing/run-journeys.ts'
import { printPackages } from './print-packages.ts'

const PLAYWRIGHT = ['node_modules/@playwright/test/cli.js', 'test', '-c', 'e2e/bench.config.ts']

console.log('\npages')
const browser = await ensureBrowser(console.log)
process.exitCode = browser ? await measureWith(browser) : 1
if (!browser) console.log(`  ${NO_BROWSER}`)
await printPackages()

function measureWith(chromiumPath: string): Promise<number> {
  return withBuiltSite(console.log, 1, async (_folder, env) => {
    const child = spawn(process.execPath, PLAYWRIGHT, {
      env: { ...process.env, ...env, CHROMIUM_PATH: chromiumPath },
      stdio: 'inherit',
    })
    const [code] = await once(child, 'exit')
    return code ?? 1
  })
}
