import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { runProgram, type Screen } from './run-program.ts'
import type { Skipped, TestTally } from './test-tally.ts'

type Report = {
  numPassedTests: number
  numFailedTests: number
  testResults: FileReport[]
}
type FileReport = { name: string; status: string; message: string; assertionResults: Assertion[] }
type SkippedFile = {
  name: string
  assertionResults: { status: string; meta?: { skipReason?: string } }[]
}

type Assertion = SkippedFile['assertionResults'][number] & { fullName: string; failureMessages: string[] }

const NOTHING: Report = { numPassedTests: 0, numFailedTests: 0, testResults: [] }

type Selection = {
  env?: Record<string, string>
  files?: string[]
}

export async function runVitest(
  screen: Screen,
  projects: string[],
  { env = {}, files = [] }: Selection = {},
): Promise<TestTally> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-report-'))
  const file = path.join(folder, 'report.json')
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    const code = await runProgram(
      screen,
      'node_modules/vitest/vitest.mjs',
      ['run', ...projects.flatMap((project) => ['--project', project]), ...reporters, ...files],
      env,
    )
    const report: Report = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : NOTHING
    const failures = [...failedTests(report), ...failedFiles(report)]
    return {
      passed: report.numPassedTests,
      failed: code !== 0 && failures.length === 0 ? 1 : failures.length,
      skipped: listSkipped(report.testResults),
      failures,
    }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

function failedTests({ testResults }: Report): string[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.filter(isFailed).map(({ fullName, failureMessages }) => {
      const message = (failureMessages[0] ?? '').split('\n').slice(0, 12).join('\n    ')
      return `${path.relative(process.cwd(), name)}: ${fullName}\n    ${message}`
    }),
  )
}

/** Files that do not load, or whose set-up fails: a failure that belongs to no test, and whose tests count as skipped. */
function failedFiles({ testResults }: Report): string[] {
  return testResults
    .filter(({ status, assertionResults }) => status === 'failed' && !assertionResults.some(isFailed))
    .map(
      ({ name, message }) =>
        `${path.relative(process.cwd(), name)}: the file or its set-up failed\n    ${message}`,
    )
}

const isFailed = ({ status }: Assertion) => status === 'failed'

/** Counts by the reason of each test (lib/testing/skip-unless.ts). */
export function listSkipped(files: SkippedFile[]): Skipped[] {
  const counts = new Map<string, number>()
  for (const { name, assertionResults } of files)
    for (const { status, meta } of assertionResults) {
      if (status === 'passed' || status === 'failed') continue
      const reason = meta?.skipReason ?? `see the condition in ${path.relative(process.cwd(), name)}`
      counts.set(reason, (counts.get(reason) ?? 0) + 1)
    }
  return [...counts].map(([reason, count]) => ({ reason, count }))
}
