/** Runs the official conformance suite of MCP against /mcp. Its fixture tools and prompts are skills. */
import { execFile } from 'node:child_process'
import fs from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import pLimit from 'p-limit'
import { createKey } from '#lib/auth/manage-api-keys.ts'
import { actAs } from './support/configure-site-environment.ts'
import { conformanceSkillSet } from './support/conformance-skills.ts'
import { expect, test } from './support/fixtures.ts'
import { freshSlug, makePerson } from './support/people.ts'
import { publishFile } from './support/submit-file.ts'

const SUITE = path.resolve('node_modules/@modelcontextprotocol/conformance/dist/index.js')

/** Scenarios of the frozen sets that this server does not pass, each with its reason. */
const NOT_PASSED: Record<string, string> = {
  'resources-read-text':
    'The resources are skills and blobs: there are none with an address that a test chooses.',
  'resources-read-binary': 'As resources-read-text.',
  'resources-templates-read': 'As resources-read-text.',
  'prompts-get-with-args': 'Instruction skills have no arguments.',
  'prompts-get-embedded-resource': 'A prompt brings pictures; other files are read when they are needed.',
  'input-required-result-basic-sampling':
    'The server never asks for the client’s model: a skill runs without one.',
  'input-required-result-basic-list-roots': 'The server never asks for the folders of the client’s machine.',
  'input-required-result-multiple-input-requests': 'It asks for the client’s model and folders.',
  'input-required-result-capability-check': 'It asks for the client’s model.',
  'input-required-result-non-tool-request': 'Prompts have no arguments that could be missing.',
  'server-stateless':
    'Two checks call a tool that needs the client’s model, two a stream within half a second.',
  'tools-call-sampling': 'The server never asks for the client’s model.',
  'resources-subscribe':
    'Sessions are not stored, so they cannot subscribe; subscriptions/listen of 2026-07-28 reports files of skills.',
  'resources-unsubscribe': 'As resources-subscribe.',
}

/** Scenarios of extensions, which no revision requires. */
const EXTENSIONS = [
  'sep-2640-skills-enumeration',
  'sep-2640-skills-manifest',
  'sep-2640-skills-directory',
  'tasks-lifecycle',
  'tasks-capability-negotiation',
  'tasks-wire-fields',
  'tasks-request-state-removal',
  'tasks-mrtr-input',
  'tasks-request-headers',
  'tasks-dispatch-and-envelope',
  'tasks-status-notifications',
  'tasks-required-task-error',
  'tasks-mrtr-composition',
]

/** Checks of extensions that this server does not pass, each with its reason. */
const CHECKS_NOT_PASSED: Record<string, string> = {
  'sep-2640-directory-read-subdir-mimetype': 'The first skill of the list is a built-in one without folders.',
  'sep-2663-tasks-get-status-failed':
    'A run that ended has a result: its failure is told to the model, and is no error of the protocol.',
  'sep-2663-tasks-get-status-input-required':
    'A call asks for what it lacks before its run starts. No run asks.',
  'tasks-mrtr-tasks-update-resumes': 'As sep-2663-tasks-get-status-input-required.',
  'tasks-mrtr-partial-fulfillment': 'As sep-2663-tasks-get-status-input-required.',
  'tasks-headers-tolerate-mcp-method-on-tools-call': 'The output of a skill is an object, not the bare text.',
  'sep-2663-server-returns-missing-capability-when-required':
    'No skill requires tasks: other clients get the result, or the address where it will be.',
}

type Check = { id: string; status: string; errorMessage?: string }

/** Scenarios of extensions that run at once: each is a process of its own, and some measure half a second. */
const AT_ONCE = 2
/** A scenario may take this long, because the machine may be busy. */
const SCENARIO_MS = 120_000

type Suite = { required: string[]; failed: Failure[] }

const REVISIONS = ['2026-07-28', '2025-11-25']

let started: Record<string, Promise<Suite>> | undefined

/**
 * Starts all suites with the first test, over one set of fixtures, because publishing it takes as long as a suite. The
 * revisions run side by side; the extensions follow, because some of their scenarios measure time.
 */
function startSuites(baseURL: string): Record<string, Promise<Suite>> {
  if (started) return started
  const fixtures = publishFixtures()
  const start = async (required: string[], run: (address: string, output: string) => Promise<unknown>) => {
    const { address, close } = await serveWithKey(new URL(baseURL), await fixtures)
    const output = await fs.mkdtemp(path.join(os.tmpdir(), 'guildhall-conformance-'))
    try {
      await run(address, output)
      return { required, failed: await listFailures(output, required) }
    } finally {
      await close()
      await fs.rm(output, { recursive: true })
    }
  }
  const startRevision = async (revision: string) =>
    start(await readRequired(revision), (address, output) =>
      runSuite(address, output, ['--requirements', revision]),
    )
  const revisions = REVISIONS.map((revision) => [revision, startRevision(revision)] as const)
  const extensions = Promise.allSettled(revisions.map(([, suite]) => suite)).then(() =>
    start(EXTENSIONS, (address, output) =>
      pLimit(AT_ONCE).map(EXTENSIONS, (scenario) => runSuite(address, output, ['--scenario', scenario])),
    ),
  )
  started = { ...Object.fromEntries(revisions), extensions }
  // A suite that ends before its test asks for it must not end the process.
  for (const suite of Object.values(started)) suite.catch(() => {})
  return started
}

for (const revision of REVISIONS) {
  test(`the scenarios that MCP ${revision} requires pass, except those that do not apply`, async ({
    baseURL,
  }) => {
    test.slow()
    const { required, failed } = await startSuites(baseURL!)[revision]!

    reportFigures(`MCP ${revision}`, required, failed)
    expect(failed.filter(({ scenario }) => !(scenario in NOT_PASSED))).toEqual([])
  })
}

test('the scenarios of the extensions Skills and Tasks pass, except checks that do not apply', async ({
  baseURL,
}) => {
  test.slow()
  const { required, failed } = await startSuites(baseURL!).extensions!

  reportFigures('extensions', required, failed)
  expect(failed.filter(({ check }) => !(check in CHECKS_NOT_PASSED))).toEqual([])
})

async function runSuite(address: string, output: string, scenarios: string[]): Promise<void> {
  const run = [
    SUITE,
    'server',
    '--url',
    address,
    ...scenarios,
    '-o',
    output,
    '--timeout',
    String(SCENARIO_MS),
  ]
  // It ends with an error if a scenario failed.
  await new Promise((resolve) => execFile(process.execPath, run, resolve))
}

type Failure = { scenario: string; check: string; message?: string }

async function listFailures(output: string, scenarios: string[]): Promise<Failure[]> {
  const folders = await fs.readdir(output)
  const failures = scenarios.map(async (scenario): Promise<Failure[]> => {
    const folder = folders.find((each) => each.startsWith(`server-${scenario}-2`))
    if (!folder) return [{ scenario, check: 'did not run' }]
    const checks: Check[] = JSON.parse(await fs.readFile(path.join(output, folder, 'checks.json'), 'utf8'))
    return checks
      .filter(({ status }) => status === 'FAILURE')
      .map(({ id, errorMessage: message }) => ({ scenario, check: id, ...(message && { message }) }))
  })
  return (await Promise.all(failures)).flat()
}

function reportFigures(name: string, scenarios: string[], failed: Failure[]): void {
  const passed = scenarios.length - new Set(failed.map(({ scenario }) => scenario)).size
  const names = [...new Set(failed.map(({ scenario }) => scenario))].join(', ')
  console.log(`${name}: ${passed} of ${scenarios.length} scenarios passed; not: ${names}`)
}

async function readRequired(revision: string): Promise<string[]> {
  const text = await fs.readFile(path.resolve(SUITE, `../../requirements/${revision}.yaml`), 'utf8')
  const [, server = ''] = /^server:\n((?: {2}- .*\n)+)/m.exec(text) ?? []
  return [...server.matchAll(/^ {2}- (\S+)/gm)].map(([, scenario]) => scenario!)
}

/** Serves the site’s /mcp with a key and the fixtures, because the suite sends neither. */
async function serveWithKey(
  site: URL,
  skills: string,
): Promise<{ address: string; close: () => Promise<void> }> {
  // Each suite has an organisation of its own, with its own limits of calls and runs.
  const ctx = await actAs((await makePerson()).email)
  const { key } = await createKey(ctx, { name: 'Conformance', scopes: ['read', 'run'], expiresInDays: 1 })
  const server = http.createServer((request, response) => {
    const asked = http.request({
      host: site.hostname,
      port: site.port,
      path: `/mcp?skills=${skills}&names=short`,
      method: request.method,
      headers: { ...request.headers, authorization: `Bearer ${key}` },
    })
    asked.on('response', (answer) => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    asked.on('error', () => response.destroy())
    response.on('close', () => asked.destroy())
    request.pipe(asked)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => void server.close(() => resolve()))
  }
  return { address: `http://127.0.0.1:${port}/mcp`, close }
}

/** Publishes the fixtures, and returns their names for the address: a toolset has no instruction skills. */
async function publishFixtures(): Promise<string> {
  const document = conformanceSkillSet(freshSlug('conformance'))
  const { name } = await publishFile(document)
  return document.skills.map(({ slug }) => `${name}.${slug}`).join(',')
}
