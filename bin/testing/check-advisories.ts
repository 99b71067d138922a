import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { PROJECT_ROOT } from '../server/runtime/project-root.ts'
import type { TestTally } from './test-tally.ts'

const run = promisify(execFile)

type Advisory = { title?: string; url?: string }
type Report = {
  vulnerabilities?: Record<string, { severity: string; range?: string; via: (Advisory | string)[] }>
  message?: string
}

const SEVERE = new Set(['high', 'critical'])
const ANSWER_WITHIN_MS = 60_000

/** Skipped if the registry does not respond. */
export async function checkAdvisories(log: (message: string) => void): Promise<TestTally> {
  const args = ['audit', '--json', '--package-lock-only', '--fetch-retries=0', '--fetch-timeout=20000']
  const options = {
    cwd: PROJECT_ROOT,
    timeout: ANSWER_WITHIN_MS,
    shell: process.platform === 'win32',
    maxBuffer: 64 * 1024 * 1024,
  }
  // npm exits with 1 for findings and failures.
  const output = await run('npm', args, options).catch((error: { stdout?: string }) => error)
  return readAudit(String(output.stdout ?? ''), log)
}

export function readAudit(output: string, log: (message: string) => void): TestTally {
  const report = parse(output)
  if (!report?.vulnerabilities) return skippedTally(report?.message ?? 'npm audit gave no report')
  const lines = Object.entries(report.vulnerabilities).map(([name, { severity, range = '', via }]) => {
    const advisories = via.flatMap((each) => (typeof each === 'string' ? [] : [`${each.title} ${each.url}`]))
    return {
      severity,
      text: `${severity}: ${name} ${range}${advisories.map((each) => `\n    ${each}`).join('')}`,
    }
  })
  for (const { text } of lines) log(text)
  const failures = lines.filter(({ severity }) => SEVERE.has(severity)).map(({ text }) => text)
  return failures.length > 0 ? { passed: 0, failed: 1, failures } : { passed: 1, failed: 0 }
}

function parse(output: string): Report | undefined {
  try {
    return JSON.parse(output)
  } catch {
    return undefined
  }
}

function skippedTally(reason: string): TestTally {
  return { passed: 0, failed: 0, skipped: [{ count: 1, reason: `no advisories of dependencies: ${reason}` }] }
}
