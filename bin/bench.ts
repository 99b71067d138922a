/**
 * `npm run bench`: what contracts cost beside bare Ajv, what Quick Execute costs on top of the sandbox, what the
 * sandbox costs beside workerd alone, and how long starts take. `npm run bench contract` stops after the first, which
 * needs no servers; `npm run bench sandbox` does the third alone, and `npm run bench rpc` what an agent's door costs.
 *
 * On servers of its own, so nothing that runs here is disturbed. Figures are this machine's; ratios travel.
 */
import os from 'node:os'
import path from 'node:path'
import { migrate } from '#prisma/migrate.ts'
import { compareDiff } from './bench/diff.ts'
import { compareLarge } from './bench/large-contract.ts'
import { showMs } from './bench/percentiles.ts'
import { compareQuickExecute } from './bench/quick-execute.ts'
import { measureDoors } from './bench/rpc.ts'
import { measureSandbox } from './bench/sandbox.ts'
import { measureStarts } from './bench/start-times.ts'
import { compareValidate } from './bench/validate.ts'
import { ensureDatabase } from './postgres/databases.ts'
import { startThrowAwayPostgres } from './postgres/throw-away.ts'
import { requireNode } from './require-node.ts'
import { ROOT } from './root.ts'
import { seedDemo } from './supervisor/demo.ts'
import { keepRunning } from './supervisor/part.ts'

requireNode()
process.chdir(ROOT)

/** Without a word everything is measured. */
const [part] = process.argv.slice(2)
if (part === 'rpc') {
  await benchDoors()
  process.exit(0)
}
if (part !== 'sandbox') benchContracts()
if (part === 'contract') process.exit(0)

const postgres = await startThrowAwayPostgres()
await ensureDatabase(postgres.url('postgres'), 'bench')
process.env.DATABASE_URL = postgres.url('bench')
process.env.GUILDHALL_SANDBOX_SOCKET = path.join(os.tmpdir(), `guildhall-bench-${process.pid}.sock`)
delete process.env.GUILDHALL_SANDBOX_HOSTS
await migrate(process.env.DATABASE_URL)
const sandbox = keepRunning({
  name: 'sandbox',
  command: ['sandboxd/main.ts'],
  env: process.env,
  log: console.log,
})
await seedDemo(process.env, () => {})
if (part !== 'sandbox') await benchQuickExecute()
await benchSandbox()
await sandbox.stop()
await postgres.stop()
if (part !== 'sandbox') {
  await benchStarts()
  await benchDoors()
}
process.exit(0)

function benchContracts(): void {
  console.log('Preparing a valid input (defaults, coercion, validation) beside bare Ajv')
  for (const { label, ajv, prepared, ratio } of compareValidate()) {
    const perSecond = (count: number) => `${Math.round(count).toLocaleString('en')}/s`.padStart(14)
    console.log(
      `  ${label.padEnd(36)} ${perSecond(prepared)}   Ajv ${perSecond(ajv)}   ratio ${ratio.toFixed(2)}`,
    )
  }

  const { diff, compile } = compareDiff()
  console.log(`\nComparing two contracts of 200 properties, ${diff.count} times, turn by turn`)
  console.log(`  compiling both, bare Ajv p50 ${showMs(compile.p50)}   p95 ${showMs(compile.p95)}`)
  console.log(`  the whole comparison    p50 ${showMs(diff.p50)}   p95 ${showMs(diff.p95)}`)
  console.log(`  ratio of the medians    ${(diff.p50 / compile.p50).toFixed(2)}`)

  console.log(
    '\nChecking, linting and comparing a large contract, by compiling it with bare Ajv, processor time',
  )
  for (const { label, kilobytes, compileMs, publishMs } of compareLarge()) {
    const figures = `${showMs(publishMs)}   Ajv ${showMs(compileMs)}   ratio ${(publishMs / compileMs).toFixed(2)}`
    console.log(`  ${label}, ${Math.round(kilobytes)} KB`.padEnd(36), figures)
  }
}

async function benchQuickExecute(): Promise<void> {
  const { service, sandbox: bare } = await compareQuickExecute()
  console.log(`\nQuick Execute, ${service.count} runs, turn by turn`)
  console.log(`  bare sandbox call       p50 ${showMs(bare.p50)}   p95 ${showMs(bare.p95)}`)
  console.log(`  service, end to end     p50 ${showMs(service.p50)}   p95 ${showMs(service.p95)}`)
  console.log(`  ratio of the medians    ${(service.p50 / bare.p50).toFixed(2)}`)
}

async function benchSandbox(): Promise<void> {
  const [processor] = os.cpus()
  const memory = `${Math.round(os.totalmem() / 1024 ** 3)} GB`
  console.log(
    `\nThe sandbox, on ${os.cpus().length} × ${processor?.model}, ${memory}, Node ${process.version}`,
  )
  for (const { what, measured, goal, holds } of await measureSandbox())
    console.log(`  ${holds ? '✓' : '✗'} ${what.padEnd(52)} ${measured}   goal ${goal}`)
}

async function benchDoors(): Promise<void> {
  const { turns, reads } = await measureDoors()
  const sandbox = turns['bare sandbox']!.p50
  console.log('\nThe doors of agents, over HTTP, turn by turn')
  for (const [door, { count, p50, p95 }] of Object.entries(turns)) {
    const ratio = (p50 / sandbox).toFixed(2)
    console.log(
      `  ${door.padEnd(30)} ${count} calls   p50 ${showMs(p50)}   p95 ${showMs(p95)}   ${ratio} of the bare sandbox`,
    )
  }
  for (const [method, { count, p50, perSecond }] of Object.entries(reads))
    console.log(
      `  ${method.padEnd(30)} ${count} calls   p50 ${showMs(p50)}   ${Math.round(perSecond)}/s, 4 at once`,
    )
}

async function benchStarts(): Promise<void> {
  console.log('\nnpm start')
  for (const { label, startMs, stopMs } of await measureStarts())
    console.log(`  ${label}: answers after ${showMs(startMs)}, stopped within ${showMs(stopMs)}`)
}
