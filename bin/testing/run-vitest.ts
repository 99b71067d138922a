/** Runs projects of vitest.config.ts, side by side, and reads their report. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { runProgram } from './run-program.ts'
import type { Screen } from './screen.ts'
import type { Tally } from './tally.ts'

type Report = {
  numPassedTests: number
  numFailedTests: number
  testResults: { name: string; assertionResults: Assertion[] }[]
}
type Assertion = { fullName: string; status: string; failureMessages: string[] }

const NOTHING: Report = { numPassedTests: 0, numFailedTests: 0, testResults: [] }

export async function runVitest(
  screen: Screen,
  projects: string[],
  env: Record<string, string> = {},
): Promise<Tally> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-report-'))
  const file = path.join(folder, 'report.json')
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const code = await runProgram(
      screen,
      'node_modules/vitest/vitest.mjs',
      ['run', ...projects.flatMap((project) => ['--project', project]), ...reporters],
      env,
    )
    const report: Report = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : NOTHING
    const failed = report.numFailedTests
    // A file that does not load, or a set-up that fails, has no test to its name but is a failure all the same.
    const failures = failed > 0 ? failedTests(report) : []
    return { passed: report.numPassedTests, failed: code !== 0 && failed === 0 ? 1 : failed, failures }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

function failedTests({ testResults }: Report): string[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => {
        const why = (failureMessages[0] ?? '').split('\n').slice(0, 12).join('\n    ')
        return `${path.relative(process.cwd(), name)}: ${fullName}\n    ${why}`
      }),
  )
}
