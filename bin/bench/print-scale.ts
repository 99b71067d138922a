import { parseArgs } from 'node:util'
import pg from 'pg'
import { withDemoServers } from './demo-servers.ts'
import { loadPeople, loadRuns, loadSkills } from './load-scale.ts'
import { computeFigures, formatMs, measureMs } from './measure-pace.ts'
import { recordStatements, type Statement } from './record-statements.ts'
import { SKILL_TEXTS } from './skill-texts.ts'

// Services read the environment of the servers.
const listScalePages = async () => (await import('./scale-pages.ts')).scalePages()

const { values: options } = parseArgs({
  args: process.argv.slice(3),
  options: { full: { type: 'boolean' }, json: { type: 'boolean' } },
})

const SMALL = { skills: 10_000, runs: 100_000 }
const LARGE = options.full ? { skills: 1_000_000, runs: 10_000_000 } : { skills: 100_000, runs: 1_000_000 }
const ROUNDS = 15
/** Shorter times are noise, so they count as this many milliseconds. */
const NOISE_MS = 5

type PageFigures = { p50_ms: number; p95_ms: number; sql_ms: number }
type Figures = Record<string, PageFigures>

await withDemoServers(async () => {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  await loadPeople(client, 200_000)
  const small = await measureAt(client, { skills: 0, runs: 0 }, SMALL)
  const large = await measureAt(client, SMALL, LARGE)
  await client.end()
  const growth = printGrowth(small, large)
  if (options.json) console.log(JSON.stringify({ pages: large, growth }))
})

async function measureAt(
  client: pg.Client,
  before: typeof SMALL,
  { skills, runs }: typeof SMALL,
): Promise<Figures> {
  const started = performance.now()
  await loadSkills(client, before.skills + 1, skills, SKILL_TEXTS)
  // Runs depend on the size, so they are created again.
  await client.query('set session_replication_role = replica')
  await client.query(`delete from "Run" where "userId" like 'user%' and "skillSetId" like 'set%'`)
  await loadRuns(client, 1, runs, skills)
  await client.query('vacuum analyze')
  const seconds = Math.round((performance.now() - started) / 1_000)
  console.log(
    `\n${skills.toLocaleString('en')} skills, ${runs.toLocaleString('en')} runs, loaded in ${seconds} s`,
  )
  const figures: Figures = {}
  for (const [name, open] of Object.entries(await listScalePages())) {
    figures[name] = await measurePage(client, open)
    const { p50_ms, p95_ms, sql_ms } = figures[name]
    console.log(
      `  ${name.padEnd(36)} p50 ${formatMs(p50_ms).padStart(9)}   p95 ${formatMs(p95_ms).padStart(9)}   SQL alone ${formatMs(sql_ms).padStart(9)}`,
    )
  }
  return figures
}

async function measurePage(client: pg.Client, open: () => Promise<unknown>): Promise<PageFigures> {
  await open()
  const statements = await recordStatements(open)
  const [pages, queries]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    pages.push(await measureMs(open))
    queries.push(await measureMs(() => replay(client, statements)))
  }
  const { p50, p95 } = computeFigures(pages)
  const rounded = (ms: number) => Number(ms.toFixed(1))
  return { p50_ms: rounded(p50), p95_ms: rounded(p95), sql_ms: rounded(computeFigures(queries).p50) }
}

async function replay(client: pg.Client, statements: Statement[]): Promise<void> {
  for (const statement of statements) await client.query(statement)
}

function printGrowth(small: Figures, large: Figures): number {
  const ratios = Object.entries(large).map(([name, { p50_ms }]): [string, number] => {
    const before = Math.max(small[name]!.p50_ms, NOISE_MS)
    return [name, Math.max(p50_ms, NOISE_MS) / before]
  })
  const [name, growth] = ratios.reduce((most, each) => (each[1] > most[1] ? each : most))
  console.log(`\n  largest growth          ${growth.toFixed(2)} (${name})`)
  return Number(growth.toFixed(2))
}
