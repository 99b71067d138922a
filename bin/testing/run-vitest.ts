/** Vitest loads this file as its reporter. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { SerializedError, TestError } from 'vitest'
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node'
import { runProgram, type Screen } from './run-program.ts'
import type { Skipped, TestTally } from './test-tally.ts'

export const TALLY_FILE = 'GUILDHALL_TALLY_FILE'

const ERROR_LINES = 12

type Selection = {
  env?: Record<string, string>
  files?: string[]
  wrapper?: readonly string[]
}

export async function runVitest(
  screen: Screen,
  projects: string[],
  { env = {}, files = [], wrapper }: Selection = {},
): Promise<TestTally> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'guildhall-report-'))
  const file = path.join(folder, 'tally.json')
  try {
    const reporters = ['--reporter=default', `--reporter=${import.meta.filename}`]
    const code = await runProgram(
      screen,
      'node_modules/vitest/vitest.mjs',
      ['run', ...projects.flatMap((project) => ['--project', project]), ...reporters, ...files],
      { ...env, [TALLY_FILE]: file },
      wrapper,
    )
    const tally: TestTally = fs.existsSync(file)
      ? JSON.parse(fs.readFileSync(file, 'utf8'))
      : { passed: 0, failed: 0 }
    return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** Vitest's JSON omits errors of a nested set-up. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    fs.writeFileSync(process.env[TALLY_FILE] ?? '', JSON.stringify(tallyModules(modules, unhandledErrors)))
  }
}

function tallyModules(
  modules: readonly TestModule[],
  unhandledErrors: readonly SerializedError[],
): TestTally {
  const tests = modules.flatMap((module) => [...module.children.allTests()])
  const suites = modules.flatMap((module) => [module, ...module.children.allSuites()])
  const failures = [
    ...tests
      .filter((test) => test.result().state === 'failed')
      .map((test) => `${fileOf(test.module)}: ${test.fullName}${excerpt(test.result().errors)}`),
    ...suites
      .filter((suite) => suite.errors().length > 0)
      .map(
        (suite) =>
          `${formatSuiteName(suite)}: the set-up failed, or the file did not load${excerpt(suite.errors())}`,
      ),
    ...unhandledErrors.map((error) => `an error that no test caught${excerpt([error])}`),
  ]
  const passed = tests.filter((test) => test.result().state === 'passed').length
  return { passed, failed: failures.length, skipped: listSkipped(tests), failures }
}

const fileOf = ({ moduleId }: TestModule) => path.relative(process.cwd(), moduleId)

const formatSuiteName = (suite: TestModule | TestSuite) =>
  suite.type === 'module' ? fileOf(suite) : `${fileOf(suite.module)}: ${suite.fullName}`

function excerpt(errors: readonly (TestError | SerializedError)[] | undefined): string {
  const [error] = errors ?? []
  const text = error?.stack ?? error?.message ?? ''
  return text
    .split('\n')
    .slice(0, ERROR_LINES)
    .map((line) => `\n    ${line}`)
    .join('')
}

type Skippable = {
  module: { moduleId: string }
  result: () => { state: string }
  meta: () => { skipReason?: string }
}

export function listSkipped(tests: readonly (Skippable | TestCase)[]): Skipped[] {
  const counts = new Map<string, number>()
  for (const test of tests) {
    const { state } = test.result()
    if (state === 'passed' || state === 'failed') continue
    const file = path.relative(process.cwd(), test.module.moduleId)
    const reason = test.meta().skipReason ?? `see the condition in ${file}`
    counts.set(reason, (counts.get(reason) ?? 0) + 1)
  }
  return [...counts].map(([reason, count]) => ({ reason, count }))
}
