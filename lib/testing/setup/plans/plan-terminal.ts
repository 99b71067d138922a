import { beforeAll, expect } from 'vitest'
import { database } from '../../../kernel/db/prisma-client.ts'
import type { JsonObject } from '../../../kernel/json/json.ts'
import type { PlanStep } from '../../../plans/model/document/plan-document.ts'
import { listFiles } from '../../../vault/files/list-files.ts'
import { setUpPlans } from '../../plan-setup.ts'
import { openTerminal } from '../../terminal.ts'

export function openPlanTerminal() {
  const { cli, write } = openTerminal()

  let me: Awaited<ReturnType<typeof setUpPlans>>

  beforeAll(async () => {
    me = await setUpPlans(({ parameters }) =>
      (parameters as JsonObject).name === 'bad' ? new Error('No.') : { message: 'Good.' },
    )
  })

  /** Returns the output of `plan` as this person, and whether it succeeded. */
  const plan = (...args: string[]) => cli('plan', ...args, '--email', me.user.email)

  const greet = (id: string, name: string, more: Partial<PlanStep> = {}): PlanStep => ({
    id,
    tool: me.skill,
    args: { name },
    ...more,
  })

  /** Starts a plan run for a worker to perform, and returns its id. */
  async function start(document: unknown, ...more: string[]): Promise<string> {
    const { code, stdout, json } = await plan('run', write(document), '--yes', '--no-wait', '--json', ...more)
    expect(code, stdout).toBe(0)
    return json().plan_run_id
  }

  /** Returns the vault with its journal, the workspace and the ledger, as stored in the database. */
  async function everythingOfMine() {
    const where = { organisationId: me.user.organisation.id }
    const { vault, vaultFile, vaultContent, vaultOperation, vaultChange, workspace, ledgerLine } = database()
    return Promise.all([
      vault.findMany({ where }),
      vaultFile.findMany({ where, orderBy: { id: 'asc' } }),
      vaultContent.findMany({ where, orderBy: { etag: 'asc' } }),
      vaultOperation.findMany({ where, orderBy: { id: 'asc' } }),
      vaultChange.findMany({ where, orderBy: { seq: 'asc' } }),
      workspace.findMany({ where }),
      ledgerLine.findMany({ where: { account: where }, orderBy: { id: 'asc' } }),
    ])
  }

  const vaultPaths = async () => {
    const { db, viewer } = me.ctx
    const { items } = await listFiles({ db, organisationId: viewer!.organisationId }, { recursive: true })
    return items.map(({ path }) => path)
  }

  return {
    cli,
    write,
    get me() {
      return me
    },
    plan,
    greet,
    start,
    everythingOfMine,
    vaultPaths,
  }
}
