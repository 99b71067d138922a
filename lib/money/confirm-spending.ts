/** A person confirms calls of keys that cost more than the key may spend without asking. See docs/spec/execution.md §5. */
import { z } from 'zod'
import { recordAudit } from '../audit/audit-log.ts'
import { listBudgets, listKeyChain, lockBudgets } from '../auth/rows/key-budgets.ts'
import {
  countSpendingConfirmations,
  decideConfirmationRow,
  deleteConfirmationsBefore,
  deleteExpiredInputs,
  findConfirmation,
  findConfirmationWithKey,
  insertConfirmation,
} from '../auth/rows/spending-confirmations.ts'
import { type Context, requirePerson, requireViewer } from '../context/context.ts'
import { AppError } from '../kernel/errors.ts'
import type { Json } from '../kernel/json/json.ts'
import { limitReached } from '../kernel/limit-reached.ts'
import { formatMicros } from '../kernel/money.ts'
import { paths } from '../kernel/site/paths.ts'
import { DAY_MS } from '../kernel/time.ts'
import { parseFields } from '../kernel/validation/parse-with.ts'
import { oneVisibleLine } from '../kernel/validation/text-fields.ts'
import { markNoticesDone } from '../notices/rows/notice-rows.ts'
import { sendNotice } from '../notices/send-notice.ts'
import { type BudgetedCall, lowestThreshold } from './key-budgets.ts'

/** A person reads each: a program that sends many such calls has the wrong key. */
const MAX_WAITING = 5

const MAX_INPUT_CHARS = 2_000

type CallToConfirm = Omit<BudgetedCall, 'runId'> & {
  skillName: string
  versionNumber: string
  /** Redacted; undefined for a sealed run, whose input is stored nowhere. */
  input: Json | undefined
}

/**
 * Asks the person who created the key, by a notice, if a call costs more than its chain of keys may spend without asking and
 * they have not confirmed it. The same call asks once.
 *
 * Throws PAYMENT_REQUIRED, with the page where they decide, and LIMIT_REACHED if too many calls wait.
 */
export async function requireConfirmation(
  ctx: Context,
  { keyIds, digest, amountMicros, ...call }: CallToConfirm,
): Promise<void> {
  const { userId } = requireViewer(ctx)
  const { skillName } = call
  const keyId = keyIds.at(-1) ?? ''
  const now = new Date()
  const threshold = amountMicros > 0n ? lowestThreshold(await listBudgets(ctx.db, keyIds)) : null
  if (threshold === null || amountMicros <= threshold) return
  const waiting = await ctx.db.$transaction(async (tx) => {
    // The same call, sent twice at once, asks once.
    const keys = await lockBudgets(tx, keyIds)
    const found = await findConfirmation(tx, { keyId, digest, amountMicros, now })
    if (found?.isConfirmed) return null
    if (found) return found
    const count = await countSpendingConfirmations(tx, keyIds[0] ?? keyId, now)
    if (count >= MAX_WAITING)
      throw limitReached('spending_confirmations', {
        max: MAX_WAITING,
        used: count,
        message: `${count} calls of this key wait for a person’s confirmation, the maximum.`,
        href: paths.keys,
      })
    const { id } = await insertConfirmation(tx, {
      ...{ keyId, skillName, digest, amountMicros },
      versionNumber: call.versionNumber,
      input: call.input === undefined ? null : shortenInput(call.input),
      expiresAt: new Date(now.getTime() + DAY_MS),
    })
    const chain = keys.map(({ name }) => `“${oneVisibleLine(name).slice(0, 80)}”`).join(' → ')
    await sendNotice(tx, [userId], {
      kind: 'key.confirmation',
      title: `Confirm a call of ${skillName} for up to ${formatMicros(amountMicros)} USDC`,
      body: `The API key ${chain} may spend ${formatMicros(threshold)} USDC per call without asking you.`,
      href: paths.keyConfirmation(id),
    })
    return { id, isConfirmed: null }
  })
  if (!waiting) return
  const { id, isConfirmed } = waiting
  const cost = `This run costs up to ${formatMicros(amountMicros)} USDC`
  throw new AppError('PAYMENT_REQUIRED', {
    message:
      isConfirmed === false
        ? `${cost}, and a person has refused it.`
        : `${cost}. Above ${formatMicros(threshold)} USDC, a person has to confirm each call of this key.`,
    suggestedAction:
      isConfirmed === false
        ? 'Use a cheaper skill.'
        : 'Ask the person who created the key to confirm it, then repeat the same call.',
    href: paths.keyConfirmation(id),
  })
}

/**
 * Refuses many calls at once that would each need a person's confirmation: they would get a notice for each, and the calls
 * would have failed by the time they answer. `keyIds` has the keys of the chain. Throws PAYMENT_REQUIRED.
 */
export async function requireNoConfirmations(
  { db }: Pick<Context, 'db'>,
  { keyIds, amountMicros }: Pick<BudgetedCall, 'keyIds' | 'amountMicros'>,
): Promise<void> {
  const threshold = amountMicros > 0n ? lowestThreshold(await listBudgets(db, keyIds)) : null
  if (threshold === null || amountMicros <= threshold) return
  throw new AppError('PAYMENT_REQUIRED', {
    message: `Each run costs up to ${formatMicros(amountMicros)} USDC. Above ${formatMicros(threshold)} USDC, a person has to confirm each call of this key, so it cannot start a batch. Nothing was started.`,
    suggestedAction:
      'Ask the person who created the key for one with a higher confirm_above, or call the skill once for each input.',
    href: paths.keys,
  })
}

/** Shows invisible characters that reorder a text as JSON escapes them, so that the input cannot look like another one. */
function shortenInput(input: Json): string {
  const text = JSON.stringify(input, null, 2).replace(
    /\p{Bidi_Control}/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  return text.length > MAX_INPUT_CHARS ? `${text.slice(0, MAX_INPUT_CHARS).toWellFormed()}…` : text
}

/** Deletes the inputs of calls that nobody decided on within a day, and confirmations a month after their time. */
export async function sweepConfirmations({ db }: Context, now = Date.now()): Promise<void> {
  await deleteExpiredInputs(db, new Date(now))
  await deleteConfirmationsBefore(db, new Date(now - 30 * DAY_MS))
}

export type ConfirmationView = {
  id: string
  skillName: string
  /** Null for a call that an earlier release of the site recorded. */
  versionNumber: string | null
  /** Its redacted input as JSON text, shortened; null if it is stored nowhere, or no longer. */
  input: string | null
  amount: string
  /** The names of the keys, the first one first. */
  keyChain: string[]
  createdAtMs: number
  expiresAtMs: number
  /** A confirmed call has yet to be repeated by the program; a used one has a run. */
  state: 'waiting' | 'confirmed' | 'used' | 'refused' | 'expired'
  runId: string | null
}

/** Throws NOT_FOUND for another person’s key, unless the viewer is an owner or admin of its organisation; POLICY_DENIED for keys. */
export async function getSpendingConfirmation(ctx: Context, id: unknown): Promise<ConfirmationView> {
  const row = await requireOwnConfirmation(ctx, id)
  return {
    id: row.id,
    skillName: row.skillName,
    versionNumber: row.versionNumber,
    input: row.expiresAt.getTime() > Date.now() ? row.input : null,
    amount: formatMicros(row.amountMicros),
    keyChain: await listKeyChain(ctx.db, row.keyId),
    createdAtMs: row.createdAt.getTime(),
    expiresAtMs: row.expiresAt.getTime(),
    state: stateOf(row),
    runId: row.runId,
  }
}

type Decided = { isConfirmed: boolean | null; expiresAt: Date; runId: string | null }

function stateOf({ isConfirmed, expiresAt, runId }: Decided): ConfirmationView['state'] {
  if (runId !== null) return 'used'
  if (isConfirmed === false) return 'refused'
  if (expiresAt.getTime() <= Date.now()) return 'expired'
  return isConfirmed ? 'confirmed' : 'waiting'
}

const Decision = z.object({ id: z.uuid(), isConfirmed: z.boolean() })

/** Throws as `getSpendingConfirmation`, and CONFLICT if it was decided or has expired. */
export async function decideConfirmation(ctx: Context, given: unknown): Promise<void> {
  const viewer = requireViewer(ctx)
  const { id, isConfirmed } = parseFields(Decision, given)
  const { key, skillName, amountMicros } = await requireOwnConfirmation(ctx, id)
  await ctx.db.$transaction(async (tx) => {
    if (!(await decideConfirmationRow(tx, { id, isConfirmed, at: new Date() })))
      throw new AppError('CONFLICT', { message: 'This call was decided already, or has expired.' })
    await markNoticesDone(tx, {
      userIds: [key.userId],
      kind: 'key.confirmation',
      href: paths.keyConfirmation(id),
      at: new Date(),
    })
    await recordAudit(tx, {
      actor: viewer,
      action: isConfirmed ? 'key.confirm_spending' : 'key.refuse_spending',
      ...{ subjectType: 'key', subjectId: key.id, subject: key.name },
      data: { skill: skillName, amount: formatMicros(amountMicros) },
    })
  })
}

async function requireOwnConfirmation(ctx: Context, id: unknown) {
  const { userId, organisationId, organisationRole } = requireViewer(ctx)
  requirePerson(ctx)
  const row = z.uuid().safeParse(id).success ? await findConfirmationWithKey(ctx.db, String(id)) : null
  const isAdmin = row?.key.organisationId === organisationId && organisationRole !== 'MEMBER'
  if (row && (row.key.userId === userId || isAdmin)) return row
  throw new AppError('NOT_FOUND', {
    message: 'There is no such call to confirm, or it belongs to someone else.',
  })
}
