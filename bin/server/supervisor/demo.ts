/**
 * The demo accounts work only with the embedded database, reachable from this machine alone. Otherwise passwords are
 * removed and sessions end.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { DEMO_EMAILS, DEMO_PASSWORD } from '#prisma/market/demo-accounts.ts'
import { loadDemoMarket } from '#prisma/market/load-demo-market.ts'
import { withClient } from '../postgres/databases.ts'
import { PROJECT_ROOT } from '../runtime/project-root.ts'
import { endChild } from './supervised-process.ts'

export async function seedDemo(
  env: NodeJS.ProcessEnv,
  onStart: (child: ChildProcess) => void,
): Promise<void> {
  const child = spawn(process.execPath, ['prisma/seed.ts'], {
    cwd: PROJECT_ROOT,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  onStart(child)
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The demo market could not be created (exit code ${code}).`)
}

/**
 * Starts to add the demo's skills with npm packages, if some are missing. Nothing waits for it: it needs the registry, and
 * says in one line what it did.
 */
export async function addMissingSkills(
  databaseUrl: string,
  env: NodeJS.ProcessEnv,
  { log, onClose }: { log: (message: string) => void; onClose: (closer: () => Promise<void>) => void },
): Promise<void> {
  if (!(await lacksSkillsWithPackages(databaseUrl))) return
  const child = spawn(process.execPath, ['prisma/add-skills-with-packages.ts'], {
    cwd: PROJECT_ROOT,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onClose(() => endChild(child))
  createInterface(child.stdout).on('line', log)
}

function lacksSkillsWithPackages(databaseUrl: string): Promise<boolean> {
  const names = loadDemoMarket().flatMap(({ handle, skillSets }) =>
    skillSets.filter(({ isAddedLater }) => isAddedLater).map(({ slug }) => `${handle}.${slug}`),
  )
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ count: number }>(
      `select count(distinct s.id)::int as count from "SkillSet" s join "Publisher" p on p.id = s."publisherId"
         join "Version" v on v."skillSetId" = s.id where p.handle || '.' || s.slug = any($1)`,
      [names],
    )
    return (rows[0]?.count ?? 0) < names.length
  })
}

export function lockDemoAccounts(databaseUrl: string): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    const { rowCount } = await client.query(
      `update "User" set "passwordHash" = null, "sessionVersion" = "sessionVersion" + 1
       where email = any($1) and "passwordHash" is not null`,
      [DEMO_EMAILS],
    )
    return rowCount ?? 0
  })
}

export function unlockDemoAccounts(databaseUrl: string): Promise<boolean> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ email: string; locked: boolean }>(
      'select email, "passwordHash" is null as locked from "User" where email = any($1)',
      [DEMO_EMAILS],
    )
    const locked = rows.filter((row) => row.locked).map((row) => row.email)
    if (locked.length > 0) {
      const { hashPassword } = await import('#lib/auth/credentials.ts')
      const hash = await hashPassword(DEMO_PASSWORD)
      await client.query('update "User" set "passwordHash" = $1 where email = any($2)', [hash, locked])
    }
    return rows.length > 0
  })
}

export function hasAdmin(databaseUrl: string): Promise<boolean> {
  return withClient(databaseUrl, async (client) => {
    const { rowCount } = await client.query(
      `select 1 from "User" u where role = 'ADMIN' and ("passwordHash" is not null
         or exists (select 1 from "Account" a where a."userId" = u.id)) limit 1`,
    )
    return rowCount === 1
  })
}
